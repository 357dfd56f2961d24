#include "board.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "wire.h"

#define UBRR_250000 7 /* 16 MHz / (8 * (7 + 1)), exact */
#define ASKED_MARK 0xB007

static struct ring *outgoing;
static struct ring incoming;
static volatile uint16_t overruns;
static volatile uint32_t milliseconds;
static uint8_t boot_reason;

/* Timer 1 counts half microseconds in 16 bits; this counts its rounds. A simulator may set it to start near the wrap. */
volatile uint32_t clock_rounds;

/* Survive the start-up code: what the boot loader left in r2, and whether we asked for the restart. */
static uint8_t reset_register __attribute__((section(".noinit")));
static uint16_t asked_mark __attribute__((section(".noinit")));

/* Runs before .bss is cleared. Optiboot clears MCUSR and hands it over in r2. The watchdog stays on after its own reset. */
void keep_reset_register(void) __attribute__((naked, used, section(".init3")));
void keep_reset_register(void)
{
    uint8_t handed_over;
    __asm__ volatile("mov %0, r2" : "=r"(handed_over));
    reset_register = MCUSR ? MCUSR : handed_over;
    MCUSR = 0;
    wdt_disable();
}

ISR(TIMER1_OVF_vect)
{
    clock_rounds++;
}

ISR(TIMER0_COMPA_vect)
{
    milliseconds++;
}

ISR(USART_RX_vect)
{
    bool lost = UCSR0A & (1 << DOR0);
    uint8_t byte = UDR0;
    if (!ring_put_all(&incoming, &byte, 1) || lost)
        overruns++;
}

ISR(USART_UDRE_vect)
{
    uint8_t byte;
    if (ring_take(outgoing, &byte))
        UDR0 = byte;
    else
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
}

static void clocks_begin(void)
{
    TCCR1B = 1 << CS11; /* 2 MHz */
    TIMSK1 = 1 << TOIE1;
    TCCR0A = 1 << WGM01;
    TCCR0B = 1 << CS01 | 1 << CS00; /* 250 kHz */
    OCR0A = 249;
    TIMSK0 = 1 << OCIE0A;
}

static void line_begin(void)
{
    UCSR0A = 1 << U2X0;
    UBRR0 = UBRR_250000;
    UCSR0C = 3 << UCSZ00;
    UCSR0B = 1 << RXEN0 | 1 << TXEN0 | 1 << RXCIE0;
}

void board_begin(struct ring *ring)
{
    outgoing = ring;
    boot_reason = reset_register & 0x0F;
    if (asked_mark == ASKED_MARK && boot_reason & (1 << WDRF))
        boot_reason = BOOT_ASKED;
    asked_mark = 0;
    clocks_begin();
    line_begin();
    wdt_enable(WDTO_250MS);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
}

uint8_t board_boot_reason(void)
{
    return boot_reason;
}

uint32_t clock_us_in_interrupt(void)
{
    uint16_t ticks = TCNT1;
    uint32_t rounds = clock_rounds;
    if (TIFR1 & (1 << TOV1) && ticks < 0x8000)
        rounds++; /* it has overflowed while interrupts were off */
    return (rounds << 15) + (ticks >> 1);
}

uint32_t clock_us(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = clock_us_in_interrupt(); }
    return now;
}

uint32_t uptime_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = milliseconds; }
    return now;
}

void line_kick(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { UCSR0B |= 1 << UDRIE0; }
}

bool line_take(uint8_t *byte)
{
    return ring_take(&incoming, byte);
}

uint16_t line_overruns(void)
{
    uint16_t count;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { count = overruns; }
    return count;
}

__attribute__((weak)) void watchdog_alive(void)
{
    wdt_reset();
}

void board_restart(void)
{
    asked_mark = ASKED_MARK;
    cli();
    wdt_enable(WDTO_15MS);
    for (;;) {
    }
}

void board_rest(void)
{
    sleep_mode();
}

void identity_load(struct identity_record *record)
{
    eeprom_read_block(record, 0, sizeof *record);
}

void identity_store(const struct identity_record *record)
{
    eeprom_update_block(record, 0, sizeof *record);
}
