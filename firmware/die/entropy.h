/* Hardware jitter made into fair faces: two watched sources, a mixing pool with an account of what it is worth, rejection sampling.
   No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "health.h"

enum source { SOURCE_ADC = 0, SOURCE_WATCHDOG = 1, SOURCES = 2 };

struct entropy {
    struct health health[SOURCES];
    uint32_t pool;
    uint16_t credit; /* eighths of a bit mixed in since the last word */
    uint32_t word;
    uint8_t bits; /* still unused in `word` */
};

/* Takes a raw sample; true when it made its source refused. */
bool entropy_feed(struct entropy *entropy, enum source source, uint8_t sample);

/* Mixes in something that is not counted as random, such as the instant of a press. */
void entropy_stir(struct entropy *entropy, uint8_t byte);

/* Bit per healthy source; with none the die must not roll. */
uint8_t entropy_healthy(const struct entropy *entropy);

/* One of 1..sides (2..16), each equally likely. False while there are not enough random bits: feed more and ask again. */
bool entropy_roll(struct entropy *entropy, uint8_t sides, uint8_t *face);
