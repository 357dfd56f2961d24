/* What the chip does for every node: clocks, line, watchdog, identity. Implemented for the ATmega328P in board.c, by fakes in tests. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "identity.h"
#include "ring.h"

/* Starts clocks, line and watchdog; interrupts are on afterwards. The line's bytes go out of `outgoing`. */
void board_begin(struct ring *outgoing);

/* Why the chip started, as `hello` says it. */
uint8_t board_boot_reason(void);

/* Microseconds since the start modulo 2^32, and its form for interrupts. */
uint32_t clock_us(void);
uint32_t clock_us_in_interrupt(void);

/* Milliseconds since the start. */
uint32_t uptime_ms(void);

/* There are bytes in the outgoing ring. */
void line_kick(void);

/* The next byte received; false when there is none. Bytes that found no room are counted. */
bool line_take(uint8_t *byte);
uint16_t line_overruns(void);

/* The main loop is alive. When it has not said so for a quarter of a second, the chip starts again. (The die, which also
   listens to the watchdog's oscillator, has its own.) */
void watchdog_alive(void);

/* Starts again as if from power-on, by the watchdog. */
void board_restart(void) __attribute__((noreturn));

/* Sleeps until the next interrupt, at most a millisecond. */
void board_rest(void);

void identity_load(struct identity_record *record);
void identity_store(const struct identity_record *record);
