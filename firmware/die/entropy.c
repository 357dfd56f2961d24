#include "entropy.h"

#define EIGHTHS_PER_WORD (64 * 8) /* 64 credited bits are spent on 32 */

/* What a sample is credited with, eighths of a bit: far below what the hardware gives. */
static const uint8_t credits[SOURCES] = {[SOURCE_ADC] = 1, [SOURCE_WATCHDOG] = 8};

/* Jenkins' one-at-a-time hash, kept running. */
void entropy_stir(struct entropy *e, uint8_t byte)
{
    e->pool += byte;
    e->pool += e->pool << 10;
    e->pool ^= e->pool >> 6;
}

static uint32_t finished(uint32_t pool)
{
    pool += pool << 3;
    pool ^= pool >> 11;
    pool += pool << 15;
    return pool;
}

/* Nothing that a source now found bad may have paid for is used. */
static void forget(struct entropy *e)
{
    e->credit = 0;
    e->bits = 0;
}

bool entropy_feed(struct entropy *e, enum source source, uint8_t sample)
{
    struct health *health = &e->health[source];
    entropy_stir(e, sample);
    if (health_feed(health, sample & 1)) {
        forget(e);
        return true;
    }
    if (health->state == HEALTHY && e->credit < EIGHTHS_PER_WORD)
        e->credit += credits[source];
    return false;
}

uint8_t entropy_healthy(const struct entropy *e)
{
    uint8_t mask = 0;
    for (uint8_t source = 0; source < SOURCES; source++)
        mask |= (uint8_t)((e->health[source].state == HEALTHY) << source);
    return mask;
}

static bool next_word(struct entropy *e)
{
    if (e->credit < EIGHTHS_PER_WORD)
        return false;
    e->credit = 0;
    e->word = finished(e->pool);
    e->bits = 32;
    return true;
}

static bool take_bits(struct entropy *e, uint8_t count, uint8_t *bits)
{
    if (e->bits < count && !next_word(e))
        return false;
    *bits = e->word & ((1u << count) - 1);
    e->word >>= count;
    e->bits -= count;
    return true;
}

static uint8_t bits_for(uint8_t sides)
{
    uint8_t bits = 1;
    while (1 << bits < sides)
        bits++;
    return bits;
}

bool entropy_roll(struct entropy *e, uint8_t sides, uint8_t *face)
{
    uint8_t bits, drawn;
    bits = bits_for(sides);
    while (take_bits(e, bits, &drawn)) /* what is no face is thrown away, or low faces would come more often */
        if (drawn < sides) {
            *face = drawn + 1;
            return true;
        }
    return false;
}
