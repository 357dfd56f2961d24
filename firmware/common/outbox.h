/* Frames on their way out: numbered, queued whole or dropped and counted, never waited for. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "ring.h"

struct outbox {
    struct ring ring;
    uint8_t sequence;
    uint16_t dropped;
};

/* False when the frame was dropped; its number is used up all the same, so the host sees the gap. */
bool outbox_send(struct outbox *box, uint8_t type, const uint8_t *payload, uint8_t count);
