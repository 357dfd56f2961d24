/* Which streams of raw bits are refused. */
#include "health.h"

#include "chance.h"
#include "check.h"

/* Bits of a source until it is refused; the window's length times ten when it never is. */
static unsigned refused_after(bool (*bit)(unsigned at))
{
    struct health health = {0};
    for (unsigned at = 0; at < 10 * HEALTH_WINDOW; at++) {
        health_feed(&health, bit(at));
        if (health.state == HEALTH_REFUSED)
            return at;
    }
    return 10 * HEALTH_WINDOW;
}

static bool fair(unsigned at)
{
    (void)at;
    return chance() & 1;
}

static bool a_little_biased(unsigned at)
{
    (void)at;
    return chance() % 100 < 65;
}

static bool biased(unsigned at)
{
    (void)at;
    return chance() % 100 < 96;
}

static bool biased_to_zero(unsigned at)
{
    return !biased(at);
}

static bool stuck(unsigned at)
{
    (void)at;
    return true;
}

static bool sticks_later(unsigned at)
{
    return at > 2000 ? 0 : fair(at);
}

static bool alternating(unsigned at)
{
    return at & 1;
}

static bool every_third(unsigned at)
{
    return at % 3 == 0;
}

static bool period_of_29(unsigned at)
{
    return 0x12B7A5D3u >> at % 29 & 1;
}

static bool sticky(unsigned at)
{
    static bool last;
    (void)at;
    return last ^= chance() % 100 < 4;
}

static void a_good_source_is_healthy(void)
{
    CHECK(refused_after(fair) == 10 * HEALTH_WINDOW);
    CHECK(refused_after(a_little_biased) == 10 * HEALTH_WINDOW);
}

static void a_biased_source_is_refused(void)
{
    CHECK(refused_after(biased) <= 2 * HEALTH_WINDOW);
    CHECK(refused_after(biased_to_zero) <= 2 * HEALTH_WINDOW);
}

static void a_stuck_source_is_refused(void)
{
    CHECK(refused_after(stuck) < 100);
    CHECK(refused_after(sticks_later) < 2100);
    CHECK(refused_after(sticky) <= 2 * HEALTH_WINDOW);
}

static void a_periodic_source_is_refused(void)
{
    CHECK(refused_after(alternating) <= HEALTH_WINDOW);
    CHECK(refused_after(every_third) <= HEALTH_WINDOW);
    CHECK(refused_after(period_of_29) <= 2 * HEALTH_WINDOW);
}

static void a_refused_source_returns_only_after_several_good_windows(void)
{
    struct health health = {0};
    for (int i = 0; i < 100; i++)
        health_feed(&health, true);
    CHECK(health.state == HEALTH_REFUSED);
    for (int i = 0; i < 3 * HEALTH_WINDOW; i++)
        health_feed(&health, chance() & 1);
    CHECK(health.state == HEALTH_REFUSED);
    for (int i = 0; i < 2 * HEALTH_WINDOW; i++)
        health_feed(&health, chance() & 1);
    CHECK(health.state == HEALTHY);
}

const struct test health_tests[] = {
    TEST(a_good_source_is_healthy),
    TEST(a_biased_source_is_refused),
    TEST(a_stuck_source_is_refused),
    TEST(a_periodic_source_is_refused),
    TEST(a_refused_source_returns_only_after_several_good_windows),
    TESTS_END,
};
