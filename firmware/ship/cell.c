#include "cell.h"

#include "bytes.h"
#include "elapsed.h"

#define SHORTEST_PERIOD_US 8000
#define SETTLING_CONVERSIONS 4
#define SILENT_AFTER_US 600000 /* at 10 samples/s the first one takes 400 ms */
#define SLOW_IN_ROW_IS_THE_PACE 4

int32_t cell_counts(uint32_t raw)
{
    if (raw & 0x800000)
        raw |= 0xFF000000;
    return (int32_t)raw;
}

static void pace_is(struct cell *c, uint32_t gap_us)
{
    c->period_us = gap_us;
    c->slow_in_row = 0;
}

/* A gap within a quarter of the pace refines it; a shorter one is the true pace; four long ones in a row are a slower pace. */
static void learn_pace(struct cell *c, uint32_t gap_us)
{
    if (gap_us < SHORTEST_PERIOD_US)
        return;
    if (!c->period_us || gap_us < c->period_us - c->period_us / 4) {
        pace_is(c, gap_us);
    } else if (gap_us <= c->period_us + c->period_us / 4) {
        c->period_us += (uint32_t)((int32_t)(gap_us - c->period_us) / 8);
        c->slow_in_row = 0;
    } else if (++c->slow_in_row >= SLOW_IN_ROW_IS_THE_PACE) {
        pace_is(c, gap_us);
    }
}

static bool is_late(const struct cell *c, uint32_t gap_us)
{
    return c->period_us && gap_us > c->period_us + c->period_us / 2;
}

/* A converter that restarts needs four conversions' time; a gap of more than two and a half is one. */
static bool has_restarted(const struct cell *c, uint32_t gap_us)
{
    return c->period_us && gap_us > 2 * c->period_us + c->period_us / 2;
}

void cell_edge(struct cell *c, uint32_t edge_us)
{
    uint32_t gap_us = elapsed(edge_us, c->edge_us);
    c->this_late = c->heard && is_late(c, gap_us);
    if (!c->heard || has_restarted(c, gap_us))
        c->settling = SETTLING_CONVERSIONS;
    if (c->heard)
        learn_pace(c, gap_us);
    c->late += c->this_late;
    c->this_settling = c->settling > 0;
    c->settling -= c->this_settling;
    c->edge_us = edge_us;
    c->heard = true;
    c->silent = false;
    c->conversions++;
}

static bool too_late(const struct cell *c, uint32_t ended_us)
{
    uint32_t period_us = c->period_us ? c->period_us : SHORTEST_PERIOD_US;
    return elapsed(ended_us, c->edge_us) > period_us - period_us / 8;
}

static enum cell_verdict verdict(struct cell *c, const struct cell_read *read)
{
    if (!read->low_before || !read->high_after) {
        c->unready++;
        return READ_UNREADY;
    }
    if (read->longest_pulse_us > PULSE_LIMIT_US) {
        c->long_pulses++;
        c->settling = SETTLING_CONVERSIONS;
        return READ_PULSE_LONG;
    }
    if (too_late(c, read->ended_us)) {
        c->missed++;
        return READ_MISSED;
    }
    return READ_GOOD;
}

static void one_more_bad(struct cell *c)
{
    if (c->bad_in_row < UINT8_MAX)
        c->bad_in_row++;
}

void cell_orphan(struct cell *c, const struct cell_read *read)
{
    if (read->high_after) {
        c->missed++;
    } else {
        c->unready++;
        one_more_bad(c);
    }
}

enum cell_verdict cell_judge(struct cell *c, const struct cell_read *read, struct reading *out)
{
    enum cell_verdict said = verdict(c, read);
    if (said != READ_GOOD) {
        one_more_bad(c);
        return said;
    }
    c->bad_in_row = 0;
    c->answering = true;
    out->t_us = c->edge_us;
    out->counts = cell_counts(read->raw);
    out->number = c->conversions & 0x0F;
    out->late = c->this_late;
    out->settling = c->this_settling;
    return READ_GOOD;
}

bool cell_fell_silent(struct cell *c, uint32_t now_us)
{
    if (elapsed(now_us, c->edge_us) < SILENT_AFTER_US)
        return false;
    c->edge_us = now_us - SILENT_AFTER_US; /* so that the wrap of the clock never makes it look fresh */
    bool first = !c->silent;
    c->silent = true;
    c->answering = c->heard = false;
    return first;
}

uint8_t reading_payload(uint8_t *to, const struct reading *r)
{
    uint8_t bits = (uint8_t)(r->cell | r->late << 2 | r->settling << 3 | r->number << 4);
    put_u24(put_u8(put_u32(to, r->t_us), bits), (uint32_t)r->counts);
    return 8;
}
