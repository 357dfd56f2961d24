/* A ring of 256 bytes between one writer and one reader, either of which may be an interrupt. Whole or nothing: it never waits. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct ring {
    uint8_t bytes[256];
    volatile uint8_t head; /* next byte to write; wraps by itself */
    volatile uint8_t tail; /* next byte to read */
};

static inline uint8_t ring_used(const struct ring *r)
{
    return (uint8_t)(r->head - r->tail);
}

/* False, with nothing written, when there is no room for all of it. */
static inline bool ring_put_all(struct ring *r, const uint8_t *bytes, uint8_t count)
{
    uint8_t room = 255 - ring_used(r);
    if (count > room)
        return false;
    uint8_t at = r->head;
    for (uint8_t i = 0; i < count; i++)
        r->bytes[at++] = bytes[i];
    r->head = at;
    return true;
}

static inline bool ring_take(struct ring *r, uint8_t *byte)
{
    if (r->head == r->tail)
        return false;
    *byte = r->bytes[r->tail];
    r->tail++;
    return true;
}
