#include "frame.h"

#include <string.h>

#include "crc16.h"

uint8_t frame_build(uint8_t *to, uint8_t sequence, uint8_t type, const uint8_t *payload, uint8_t count)
{
    to[0] = FRAME_SYNC;
    to[1] = count;
    to[2] = sequence;
    to[3] = type;
    memcpy(to + FRAME_HEADER, payload, count);
    uint16_t crc = crc16(to + 1, count + FRAME_HEADER - 1);
    to[FRAME_HEADER + count] = (uint8_t)crc;
    to[FRAME_HEADER + count + 1] = (uint8_t)(crc >> 8);
    return FRAME_OVERHEAD + count;
}

static void remove_front(struct frame_decoder *d, uint8_t count)
{
    d->count -= count;
    memmove(d->held, d->held + count, d->count);
}

static void drop(struct frame_decoder *d, uint8_t count)
{
    d->noise_bytes += count;
    remove_front(d, count);
}

static uint8_t bytes_before_sync(const struct frame_decoder *d)
{
    uint8_t at = 0;
    while (at < d->count && d->held[at] != FRAME_SYNC)
        at++;
    return at;
}

/* Brings a plausible sync and length to the front; false when more bytes are needed. */
static bool align(struct frame_decoder *d)
{
    while (d->count) {
        drop(d, bytes_before_sync(d));
        if (d->count < 2)
            return false;
        if (d->held[1] <= FRAME_PAYLOAD_IN)
            return true;
        drop(d, 1);
    }
    return false;
}

static bool check_holds(const uint8_t *frame, uint8_t size)
{
    uint16_t sent = (uint16_t)(frame[size - 2] | (uint16_t)frame[size - 1] << 8);
    return crc16(frame + 1, size - 3) == sent;
}

void frame_feed(struct frame_decoder *d, uint8_t byte)
{
    if (d->taken) {
        remove_front(d, d->taken);
        d->taken = 0;
    }
    d->held[d->count++] = byte; /* there is room: frame_next has left less than one whole frame */
}

bool frame_next(struct frame_decoder *d, struct frame_view *found)
{
    if (d->taken) {
        remove_front(d, d->taken);
        d->taken = 0;
    }
    while (align(d)) {
        uint8_t size = FRAME_OVERHEAD + d->held[1];
        if (d->count < size)
            return false;
        if (check_holds(d->held, size)) {
            *found = (struct frame_view){d->held[2], d->held[3], d->held[1], d->held + FRAME_HEADER};
            d->taken = size;
            return true;
        }
        d->bad_crc++;
        drop(d, 1);
    }
    return false;
}

bool frame_give_up(struct frame_decoder *d)
{
    if (d->taken || !d->count)
        return false;
    drop(d, 1);
    return true;
}
