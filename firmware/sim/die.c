/* A die's button (PD2), seven lights and the noise on its analogue pins A0 and A1. */
#include <string.h>

#include "avr_adc.h"
#include "avr_ioport.h"
#include "sim.h"
#include "sim_cycle_timers.h"

#define LIGHTS 7

static avr_t *avr;
static avr_irq_t *button;
static avr_irq_t *analogue;
static uint8_t lights;
static enum { NOISY, STUCK, BIASED, PERIODIC } behaviour;
static unsigned conversions;

static uint32_t millivolts(void)
{
    conversions++;
    switch (behaviour) {
    case STUCK:
        return 2500;
    case BIASED:
        return random_unit() < 0.98 ? 2500 : 2505;
    case PERIODIC:
        return 2500 + 5 * (conversions % 3 == 0);
    default:
        return 2000 + (uint32_t)(150 * random_unit());
    }
}

static void converting(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value, (void)param;
    uint32_t now = millivolts();
    avr_raise_irq(analogue + ADC_IRQ_ADC0, now);
    avr_raise_irq(analogue + ADC_IRQ_ADC1, now);
}

static void light_changes(struct avr_irq_t *irq, uint32_t level, void *param)
{
    (void)irq;
    uint8_t bit = (uint8_t)(1 << (long)param);
    lights = level ? lights | bit : (uint8_t)(lights & ~bit);
}

/* A contact to ground is stronger than the chip's pull-up, whenever the port is written. */
static void press(bool down)
{
    avr_ioport_external_t external = {.name = 'D', .mask = 1 << 2, .value = down ? 0 : 1 << 2};
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    avr_raise_irq(button, !down);
}

static avr_cycle_count_t released(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)a, (void)when, (void)param;
    press(false);
    return 0;
}

/* Down for so long of the chip's own time, however busy the machine is. */
static bool press_for(unsigned ms)
{
    press(true);
    avr_cycle_timer_register(avr, (avr_cycle_count_t)ms * (avr->frequency / 1000), released, NULL);
    return true;
}

void die_after_reset(void)
{
    avr_raise_irq(button, 0); /* the reset has forgotten the level: make it a change */
    press(false);
}

void die_attach(avr_t *chip)
{
    avr = chip;
    button = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2);
    analogue = avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, 0);
    avr_irq_register_notify(analogue + ADC_IRQ_OUT_TRIGGER, converting, NULL);
    for (long i = 0; i < LIGHTS; i++)
        avr_irq_register_notify(i < 3 ? avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 5 + (int)i)
                                      : avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), (int)i - 3),
                                light_changes, (void *)i);
    avr->vcc = avr->avcc = 5000;
    press(false);
}

bool die_command(const char *line)
{
    static const char *const names[] = {"adc noisy", "adc stuck", "adc biased", "adc periodic"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(line, names[i]))
            return behaviour = i, true;
    unsigned ms;
    if (sscanf(line, "press %u", &ms) == 1)
        return press_for(ms);
    if (strcmp(line, "button down") && strcmp(line, "button up"))
        return false;
    press(!strcmp(line, "button down"));
    return true;
}

void die_report(FILE *to)
{
    fprintf(to, "\"lights\":%u,\"adc\":%u", lights, conversions);
}
