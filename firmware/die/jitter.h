/* The two sources of raw randomness: the noise of an open analogue pin, and the watchdog's oscillator against the crystal. The same
   watchdog guards the main loop. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

void jitter_begin(void);

/* True with a new sample of the open pin. */
bool jitter_adc(uint8_t *sample);

/* True with a new interval of the watchdog's oscillator, in half microseconds, lowest eight bits. */
bool jitter_watchdog(uint8_t *interval);
