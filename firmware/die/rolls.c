#include "rolls.h"

#include <string.h>

#include "bytes.h"
#include "elapsed.h"

static void remove_at(struct rolls *r, uint8_t at)
{
    r->count--;
    memmove(&r->waiting[at], &r->waiting[at + 1], (uint8_t)(r->count - at) * sizeof *r->waiting);
}

bool rolls_full(const struct rolls *r)
{
    return r->count == ROLLS;
}

struct roll *rolls_add(struct rolls *r, const struct roll *roll)
{
    if (rolls_full(r))
        remove_at(r, 0);
    struct roll *added = &r->waiting[r->count++];
    *added = *roll;
    if (!++r->last_number)
        r->last_number = 1;
    added->number = r->last_number;
    added->said = false;
    return added;
}

void rolls_seen(struct rolls *r, uint16_t number)
{
    for (uint8_t i = 0; i < r->count; i++)
        if (r->waiting[i].number == number) {
            remove_at(r, i);
            return;
        }
}

const struct roll *rolls_due(struct rolls *r, uint32_t now_ms)
{
    for (uint8_t i = 0; i < r->count; i++) {
        struct roll *roll = &r->waiting[i];
        if (roll->said && elapsed(now_ms, roll->said_ms) < ROLL_REPEAT_MS)
            continue;
        roll->said = true;
        roll->said_ms = now_ms;
        return roll;
    }
    return 0;
}

uint8_t roll_payload(uint8_t *to, const struct roll *roll, uint32_t now_ms)
{
    uint32_t age_ms = elapsed(now_ms, roll->settled_ms);
    uint8_t *at = put_u16(to, roll->number);
    at = put_u8(at, roll->die);
    at = put_u8(at, roll->faces[0]);
    at = put_u8(at, roll->faces[1]);
    at = put_u8(at, roll->awaited);
    put_u16(at, age_ms > UINT16_MAX ? UINT16_MAX : (uint16_t)age_ms);
    return 8;
}
