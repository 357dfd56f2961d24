#include "hx711.h"

#include <avr/interrupt.h>
#include <util/atomic.h>
#include <util/delay.h>

#include "board.h"
#include "pins.h"

#define READ_PULSES 24
#define GAIN_128_PULSES 1 /* one more pulse: channel A, gain 128 */
#define TICKS_PER_US 2

static volatile uint32_t edges_us[CELLS];
static volatile uint8_t ready_mask;

ISR(DATA_VECTOR)
{
    uint32_t now_us = clock_us_in_interrupt();
    uint8_t armed = DATA_CHANGE_MASK & (uint8_t)~ready_mask;
    uint8_t fallen = armed & (uint8_t)~DATA_PINS;
    for (uint8_t cell = 0; cell < CELLS; cell++)
        if (fallen & DATA_BIT(cell))
            edges_us[cell] = now_us;
    ready_mask |= fallen;
}

void hx711_begin(void)
{
    for (uint8_t cell = 0; cell < CELLS; cell++) {
        CLOCK_PORT &= (uint8_t)~CLOCK_BIT(cell);
        CLOCK_DDR |= CLOCK_BIT(cell);
        DATA_CHANGE_MASK |= DATA_BIT(cell);
        PORTD |= DATA_BIT(cell); /* pull-up: a missing converter reads as never ready */
    }
    PCICR |= 1 << DATA_CHANGE_GROUP;
}

bool hx711_ready(uint8_t cell, uint32_t *edge_us)
{
    bool ready;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        ready = ready_mask & DATA_BIT(cell);
        *edge_us = edges_us[cell];
    }
    return ready;
}

bool hx711_waiting(uint8_t cell)
{
    return !(ready_mask & DATA_BIT(cell)) && !(DATA_PINS & DATA_BIT(cell));
}

/* One pulse with interrupts off, about 1.5 us long; returns how long it really was, in half microseconds. */
static uint16_t pulse(uint8_t clock_bit)
{
    uint16_t began, ended;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        began = TCNT1;
        CLOCK_PORT |= clock_bit;
        _delay_us(1);
        CLOCK_PORT &= (uint8_t)~clock_bit;
        ended = TCNT1;
    }
    return ended - began;
}

static void watch(uint8_t cell, bool on)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        if (on) {
            ready_mask &= (uint8_t)~DATA_BIT(cell);
            DATA_CHANGE_MASK |= DATA_BIT(cell);
        } else {
            DATA_CHANGE_MASK &= (uint8_t)~DATA_BIT(cell);
        }
    }
}

struct cell_read hx711_read(uint8_t cell)
{
    struct cell_read read = {.low_before = !(DATA_PINS & DATA_BIT(cell))};
    uint16_t longest = 0;
    watch(cell, false);
    for (uint8_t i = 0; i < READ_PULSES + GAIN_128_PULSES; i++) {
        uint16_t ticks = pulse(CLOCK_BIT(cell));
        if (ticks > longest)
            longest = ticks;
        if (i < READ_PULSES)
            read.raw = read.raw << 1 | ((DATA_PINS & DATA_BIT(cell)) != 0);
    }
    read.high_after = DATA_PINS & DATA_BIT(cell);
    watch(cell, true);
    read.longest_pulse_us = longest / TICKS_PER_US;
    read.ended_us = clock_us();
    return read;
}
