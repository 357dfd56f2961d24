#include "outbox.h"

#include "frame.h"

bool outbox_send(struct outbox *box, uint8_t type, const uint8_t *payload, uint8_t count)
{
    uint8_t wire[FRAME_OVERHEAD + FRAME_PAYLOAD_OUT];
    uint8_t size = frame_build(wire, box->sequence++, type, payload, count);
    if (ring_put_all(&box->ring, wire, size))
        return true;
    box->dropped++;
    return false;
}
