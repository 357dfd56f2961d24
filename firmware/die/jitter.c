#include "jitter.h"

#include <avr/interrupt.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "board.h"
#include "pins.h"

#define TICK_BITS 0 /* 16 ms */
#define TICKS_WITHOUT_LIFE 16

static volatile uint16_t last_tick;
static volatile uint8_t interval;
static volatile bool fresh;
static volatile uint8_t ticks_without_life;

/* Each tick switches the interrupt off by itself; when it is not switched on again the next tick restarts the chip. */
ISR(WDT_vect)
{
    uint16_t now = TCNT1;
    interval = (uint8_t)(now - last_tick);
    last_tick = now;
    fresh = true;
    if (++ticks_without_life < TICKS_WITHOUT_LIFE)
        WDTCSR |= 1 << WDIE;
}

void watchdog_alive(void)
{
    ticks_without_life = 0;
}

static void watchdog_begin(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        wdt_reset();
        WDTCSR = 1 << WDCE | 1 << WDE;
        WDTCSR = 1 << WDIE | 1 << WDE | TICK_BITS;
    }
}

void jitter_begin(void)
{
    ADMUX = 1 << REFS0 | NOISE_CHANNEL;
    ADCSRA = 1 << ADEN | 1 << ADSC | 7; /* 125 kHz: a sample takes 104 us */
    watchdog_begin();
}

bool jitter_adc(uint8_t *sample)
{
    if (ADCSRA & (1 << ADSC))
        return false;
    *sample = ADCL;
    (void)ADCH;
    ADCSRA |= 1 << ADSC;
    return true;
}

bool jitter_watchdog(uint8_t *ticks)
{
    bool is_new;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        is_new = fresh;
        *ticks = interval;
        fresh = false;
    }
    return is_new;
}
