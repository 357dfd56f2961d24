/* The judgement of readings, without hardware. */
#include "cell.h"

#include <string.h>

#include "check.h"

#define PERIOD_US 12500u

static struct cell cell;
static struct reading reading;

static struct cell_read clean_read(uint32_t raw, uint32_t ended_us)
{
    return (struct cell_read){.raw = raw, .ended_us = ended_us, .longest_pulse_us = 2, .low_before = true, .high_after = true};
}

static enum cell_verdict convert(uint32_t edge_us)
{
    struct cell_read read = clean_read(100, edge_us + 200);
    cell_edge(&cell, edge_us);
    return cell_judge(&cell, &read, &reading);
}

/* A cell in steady pace whose last edge was at `edge_us`. */
static void steady_until(uint32_t edge_us)
{
    memset(&cell, 0, sizeof cell);
    for (uint32_t i = 20; i-- > 0;)
        convert(edge_us - i * PERIOD_US);
}

static void counts_are_signed(void)
{
    CHECK(cell_counts(0) == 0);
    CHECK(cell_counts(0x7FFFFF) == 8388607);
    CHECK(cell_counts(0x800000) == -8388608);
    CHECK(cell_counts(0xFFFFFF) == -1);
}

static void the_payload_is_as_in_the_vectors(void)
{
    static const uint8_t positive[] = {0x15, 0xcd, 0x5b, 0x07, 0x51, 0xff, 0xff, 0x7f};
    static const uint8_t late[] = {0xf0, 0xff, 0xff, 0xff, 0x0e, 0x01, 0x00, 0x00};
    uint8_t out[8];
    struct reading r = {.t_us = 123456789, .counts = 8388607, .cell = 1, .number = 5};
    CHECK(reading_payload(out, &r) == 8 && !memcmp(out, positive, 8));
    r = (struct reading){.t_us = 0xFFFFFFF0, .counts = 1, .cell = 2, .late = true, .settling = true};
    CHECK(reading_payload(out, &r) == 8 && !memcmp(out, late, 8));
}

static void a_steady_pace_is_learned_and_not_late(void)
{
    steady_until(1000000);
    CHECK(cell.period_us == PERIOD_US && cell.late == 0 && cell.answering);
    CHECK(!reading.settling && !reading.late && reading.t_us == 1000000);
}

static void the_first_conversions_are_settling(void)
{
    memset(&cell, 0, sizeof cell);
    for (int i = 0; i < 4; i++) {
        CHECK(convert(100000 + (uint32_t)i * PERIOD_US) == READ_GOOD);
        CHECK(reading.settling);
    }
    CHECK(convert(100000 + 4 * PERIOD_US) == READ_GOOD && !reading.settling);
}

static void a_late_conversion_is_flagged_and_counted(void)
{
    steady_until(1000000);
    CHECK(convert(1000000 + PERIOD_US * 8 / 5) == READ_GOOD);
    CHECK(reading.late && !reading.settling && cell.late == 1);
    convert(1000000 + PERIOD_US * 8 / 5 + PERIOD_US);
    CHECK(!reading.late && cell.late == 1);
}

static void a_restart_of_the_converter_is_late_and_settles_again(void)
{
    steady_until(1000000);
    convert(1000000 + 4 * PERIOD_US);
    CHECK(reading.late && reading.settling);
    for (uint32_t i = 1; i < 4; i++) {
        convert(1000000 + (4 + i) * PERIOD_US);
        CHECK(!reading.late && reading.settling);
    }
    convert(1000000 + 8 * PERIOD_US);
    CHECK(!reading.settling);
}

static void nothing_is_late_across_the_wrap_of_the_clock(void)
{
    steady_until(0xFFFFF000u);
    CHECK(convert(0xFFFFF000u + PERIOD_US) == READ_GOOD);
    CHECK(!reading.late && !reading.settling && cell.late == 0 && cell.missed == 0);
    CHECK(cell.period_us == PERIOD_US);
}

static void a_late_conversion_across_the_wrap_is_still_late(void)
{
    steady_until(0xFFFFF000u);
    CHECK(convert(0xFFFFF000u + 2 * PERIOD_US) == READ_GOOD);
    CHECK(reading.late && cell.late == 1);
}

static void a_long_pulse_discards_the_reading_and_settles_again(void)
{
    steady_until(1000000);
    struct cell_read read = clean_read(5, 1000000 + PERIOD_US + 300);
    read.longest_pulse_us = PULSE_LIMIT_US + 1;
    cell_edge(&cell, 1000000 + PERIOD_US);
    CHECK(cell_judge(&cell, &read, &reading) == READ_PULSE_LONG && cell.long_pulses == 1);
    CHECK(convert(1000000 + 2 * PERIOD_US) == READ_GOOD && reading.settling);
}

static void a_read_that_ended_too_late_is_discarded(void)
{
    steady_until(1000000);
    struct cell_read read = clean_read(5, 1000000 + 2 * PERIOD_US - 500);
    cell_edge(&cell, 1000000 + PERIOD_US);
    CHECK(cell_judge(&cell, &read, &reading) == READ_MISSED && cell.missed == 1);
}

static void a_data_line_that_does_not_answer_the_pulses_is_no_reading(void)
{
    steady_until(1000000);
    struct cell_read read = clean_read(0, 1000000 + PERIOD_US + 300);
    read.high_after = false;
    cell_edge(&cell, 1000000 + PERIOD_US);
    CHECK(cell_judge(&cell, &read, &reading) == READ_UNREADY && cell.unready == 1);
    read.high_after = true, read.low_before = false;
    CHECK(cell_judge(&cell, &read, &reading) == READ_UNREADY && cell.bad_in_row == 2);
}

static void a_slower_pace_is_learned_after_four(void)
{
    steady_until(1000000);
    for (uint32_t i = 1; i <= 5; i++)
        convert(1000000 + i * 100000);
    CHECK(cell.period_us == 100000);
    uint16_t late = cell.late;
    convert(1000000 + 6 * 100000);
    CHECK(cell.late == late && !reading.late);
}

static void silence_is_said_once_and_also_when_it_never_spoke(void)
{
    memset(&cell, 0, sizeof cell);
    CHECK(!cell_fell_silent(&cell, 100000));
    CHECK(cell_fell_silent(&cell, 700000));
    CHECK(!cell_fell_silent(&cell, 5000000));
    steady_until(6000000);
    CHECK(!cell_fell_silent(&cell, 6100000) && cell.answering);
    CHECK(cell_fell_silent(&cell, 6700000) && !cell.answering);
    CHECK(!cell_fell_silent(&cell, 6700000 + 0x90000000u));
    CHECK(convert(6700000 + 0x90000000u) == READ_GOOD && !reading.late && reading.settling);
}

const struct test cell_tests[] = {
    TEST(counts_are_signed),
    TEST(the_payload_is_as_in_the_vectors),
    TEST(a_steady_pace_is_learned_and_not_late),
    TEST(the_first_conversions_are_settling),
    TEST(a_late_conversion_is_flagged_and_counted),
    TEST(a_restart_of_the_converter_is_late_and_settles_again),
    TEST(nothing_is_late_across_the_wrap_of_the_clock),
    TEST(a_late_conversion_across_the_wrap_is_still_late),
    TEST(a_long_pulse_discards_the_reading_and_settles_again),
    TEST(a_read_that_ended_too_late_is_discarded),
    TEST(a_data_line_that_does_not_answer_the_pulses_is_no_reading),
    TEST(a_slower_pace_is_learned_after_four),
    TEST(silence_is_said_once_and_also_when_it_never_spoke),
    TESTS_END,
};
