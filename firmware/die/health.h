/* Watches one source of raw bits: stuck, biased or periodic ones are refused (after NIST SP 800-90B 4.4, and a lag test). No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define HEALTH_WINDOW 512
#define HEALTH_LAGS 32

enum health_state { HEALTH_STARTING, HEALTHY, HEALTH_REFUSED };

struct health {
    enum health_state state;
    uint32_t history; /* the last 32 bits, newest lowest */
    uint16_t seen;    /* bits in this window */
    uint16_t ones;
    uint16_t same[HEALTH_LAGS]; /* how often a bit was equal to the one so many before it */
    uint8_t run;
    uint8_t good_windows;
};

/* Takes a bit; true when this very bit made the source refused. */
bool health_feed(struct health *health, bool bit);
