/* The HX711 as its data sheet and its users describe it: free-running, 25 pulses a reading, off after 60 us of high clock. */
#include <stdlib.h>
#include <string.h>

#include "avr_ioport.h"
#include "sim.h"
#include "sim_cycle_timers.h"

#define QUEUE (1 << 18)
#define POWER_DOWN_US 60
#define STRETCH_US 70
#define RENEWAL_US 50
#define RESTART_CONVERSIONS 4
#define PULSES_MAX 30

struct hx711 {
    int32_t value;
    int32_t *queue;
    unsigned first, queued;
    double period_s;
    uint32_t shift;
    int pulses; /* since the last conversion */
    int gain_divisor;
    bool clock_high, ready, down, silent, stuck;
    int stretch;
    int late_conversions;
    avr_cycle_count_t rose;
    avr_irq_t *data;
    unsigned conversions, power_downs, torn, unread;
    unsigned readings_by_pulses[PULSES_MAX];
};

static struct hx711 chips[CELLS];
static avr_t *avr;
static double noise_counts;             /* of what is held: what is pushed brings its own */
static bool held;                       /* queues wait */
static const struct hx711 *starts_with; /* and go on with this one's next conversion */

static void data(struct hx711 *h, int level)
{
    avr_raise_irq(h->data, h->stuck ? 0 : level);
}

static avr_cycle_count_t cycles(double seconds)
{
    return (avr_cycle_count_t)(seconds * avr->frequency);
}

static int32_t next_value(struct hx711 *h)
{
    if (starts_with == h) {
        held = false;
        starts_with = NULL;
    }
    if (h->queued && !held) {
        h->value = h->queue[h->first];
        h->first = (h->first + 1) % QUEUE;
        h->queued--;
        return h->value / h->gain_divisor;
    }
    int32_t value = h->value + (noise_counts ? (int32_t)(noise_counts * random_normal()) : 0);
    return value / h->gain_divisor;
}

/* How the pulses of the last reading set up this one. */
static void settle_gain(struct hx711 *h)
{
    if (h->pulses)
        h->readings_by_pulses[h->pulses]++;
    if (h->pulses >= 25)
        h->gain_divisor = h->pulses == 26 ? 4 : h->pulses == 27 ? 2 : 1;
    h->unread += !h->pulses && h->ready;
    h->torn += h->pulses > 0 && h->pulses < 24;
}

static avr_cycle_count_t renewed(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)a, (void)when;
    struct hx711 *h = param;
    settle_gain(h);
    h->pulses = 0;
    h->shift = (uint32_t)next_value(h) & 0xFFFFFF;
    h->ready = true;
    h->conversions++;
    data(h, 0);
    return 0;
}

static avr_cycle_count_t converted(avr_t *a, avr_cycle_count_t when, void *param)
{
    struct hx711 *h = param;
    if (h->silent || h->down)
        return when + cycles(h->period_s);
    if (h->late_conversions) {
        avr_cycle_count_t later = when + cycles(h->period_s * h->late_conversions);
        h->late_conversions = 0;
        return later;
    }
    if (!h->pulses || h->pulses >= 24)
        data(h, 1);
    avr_cycle_timer_register(a, cycles(RENEWAL_US / 1e6), renewed, h);
    return when + cycles(h->period_s);
}

static void convert_from_now(struct hx711 *h, double in_periods)
{
    avr_cycle_timer_cancel(avr, renewed, h);
    avr_cycle_timer_cancel(avr, converted, h);
    avr_cycle_timer_register(avr, cycles(h->period_s * in_periods), converted, h);
}

static void power_down(struct hx711 *h)
{
    h->power_downs++;
    h->ready = false;
    h->pulses = 0;
    h->gain_divisor = 1;
    data(h, 1);
    convert_from_now(h, RESTART_CONVERSIONS);
}

static void clock_rises(struct hx711 *h)
{
    h->rose = avr->cycle;
    if (h->stretch) {
        h->stretch--;
        avr->cycle += cycles(STRETCH_US / 1e6); /* as if something held the processor for so long */
    }
    if (!h->ready)
        return;
    h->pulses++;
    if (h->pulses <= 24) {
        data(h, h->shift >> (24 - h->pulses) & 1);
    } else {
        data(h, 1);
        h->ready = h->pulses < 27;
    }
}

static void clock_changes(struct avr_irq_t *irq, uint32_t level, void *param)
{
    (void)irq;
    struct hx711 *h = param;
    if (h->clock_high == !!level)
        return;
    h->clock_high = level;
    if (level)
        clock_rises(h);
    else if (avr->cycle - h->rose > cycles(POWER_DOWN_US / 1e6))
        power_down(h);
}

void hx711_attach(avr_t *chip)
{
    avr = chip;
    for (int i = 0; i < CELLS; i++) {
        struct hx711 *h = &chips[i];
        h->gain_divisor = 1;
        h->period_s = 1 / (80.0 * (1 + 0.004 * i)); /* each has its own oscillator */
        h->queue = calloc(QUEUE, sizeof *h->queue);
        h->data = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 2 + i);
        avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), i), clock_changes, h);
    }
    hx711_after_reset();
}

void hx711_after_reset(void)
{
    for (int i = 0; i < CELLS; i++) {
        chips[i].clock_high = false;
        avr_raise_irq(chips[i].data, 0); /* the reset has forgotten the level: make it a change */
        data(&chips[i], 1);
        convert_from_now(&chips[i], 1 + 0.2 * i);
    }
}

static bool push(const char *line)
{
    char *end;
    unsigned cell = (unsigned)strtoul(line, &end, 10);
    if (cell >= CELLS)
        return false;
    struct hx711 *h = &chips[cell];
    for (const char *at = end;; at = end) {
        long value = strtol(at, &end, 10);
        if (end == at || h->queued == QUEUE)
            return end == at;
        h->queue[(h->first + h->queued++) % QUEUE] = (int32_t)value;
    }
}

static bool rate(double sps)
{
    if (sps < 1 || sps > 200)
        return false;
    for (int i = 0; i < CELLS; i++) {
        chips[i].period_s = 1 / (sps * (1 + 0.004 * i));
        convert_from_now(&chips[i], 1 + 0.2 * i);
    }
    return true;
}

/* All at exactly that pace, each with its phase in periods. */
static bool in_step(double sps, const double phases[CELLS])
{
    for (int i = 0; i < CELLS; i++) {
        chips[i].period_s = 1 / sps;
        convert_from_now(&chips[i], 1 + phases[i]);
    }
    return true;
}

static bool cell_command(const char *verb, unsigned cell, int value)
{
    if (cell >= CELLS)
        return false;
    struct hx711 *h = &chips[cell];
    if (!strcmp(verb, "silent"))
        h->silent = value;
    else if (!strcmp(verb, "stuck"))
        h->stuck = value, data(h, !h->ready);
    else if (!strcmp(verb, "stretch"))
        h->stretch = value;
    else if (!strcmp(verb, "late"))
        h->late_conversions = value;
    else
        return false;
    return true;
}

bool hx711_command(const char *line)
{
    char verb[16];
    unsigned cell;
    int value;
    double number, p[CELLS];
    int32_t v[CELLS];
    if (sscanf(line, "raw %d %d %d %d", &v[0], &v[1], &v[2], &v[3]) == 4) {
        for (int i = 0; i < CELLS; i++)
            chips[i].value = v[i];
        return true;
    }
    if (!strncmp(line, "push ", 5))
        return push(line + 5);
    if (sscanf(line, "in-step %lf %lf %lf %lf %lf", &number, &p[0], &p[1], &p[2], &p[3]) == 5)
        return in_step(number, p);
    if (!strcmp(line, "hold"))
        return held = true;
    if (sscanf(line, "go %u", &cell) == 1 && cell < CELLS)
        return starts_with = &chips[cell], true;
    if (sscanf(line, "sps %lf", &number) == 1)
        return rate(number);
    if (sscanf(line, "noise %lf", &number) == 1)
        return noise_counts = number, true;
    return sscanf(line, "%15s %u %d", verb, &cell, &value) == 3 && cell_command(verb, cell, value);
}

void hx711_report(FILE *to)
{
    fprintf(to, "\"cells\":[");
    for (int i = 0; i < CELLS; i++) {
        const struct hx711 *h = &chips[i];
        fprintf(to, "%s{\"conversions\":%u,\"queued\":%u,\"power_downs\":%u,\"torn\":%u,\"unread\":%u,\"pulses\":{", i ? "," : "",
                h->conversions, h->queued, h->power_downs, h->torn, h->unread);
        const char *comma = "";
        for (int p = 0; p < PULSES_MAX; p++)
            if (h->readings_by_pulses[p])
                fprintf(to, "%s\"%d\":%u", comma, p, h->readings_by_pulses[p]), comma = ",";
        fprintf(to, "}}");
    }
    fprintf(to, "]");
}
