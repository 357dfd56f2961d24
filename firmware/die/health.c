#include "health.h"

#include <string.h>

/* Assumed: at least 0.3 bits of entropy in a bit, that is, the likelier value comes at most 81 times in a hundred.
   A source that good fails one of the tests about once in 2^20 windows. */
#define LONGEST_RUN 68
#define MOST_EQUAL 464
#define GOOD_WINDOWS_TO_RETURN 4

static bool window_is_bad(const struct health *h)
{
    uint16_t fewest = HEALTH_WINDOW - MOST_EQUAL;
    if (h->ones >= MOST_EQUAL || h->ones <= fewest)
        return true;
    for (uint8_t lag = 0; lag < HEALTH_LAGS; lag++)
        if (h->same[lag] >= MOST_EQUAL || h->same[lag] <= fewest)
            return true;
    return false;
}

static void count(struct health *h, bool bit)
{
    h->run = h->run && (h->history & 1) == bit ? h->run + 1 : 1;
    uint32_t different = bit ? ~h->history : h->history;
    for (uint8_t lag = 0; lag < HEALTH_LAGS; lag++, different >>= 1)
        h->same[lag] += !(different & 1);
    h->ones += bit;
    h->history = h->history << 1 | bit;
    h->seen++;
}

static void next_window(struct health *h)
{
    h->seen = h->ones = 0;
    memset(h->same, 0, sizeof h->same);
}

static bool refuse(struct health *h)
{
    bool news = h->state != HEALTH_REFUSED;
    h->state = HEALTH_REFUSED;
    h->good_windows = 0;
    h->run = 0;
    next_window(h);
    return news;
}

static void one_good_window(struct health *h)
{
    next_window(h);
    if (h->state == HEALTH_STARTING || ++h->good_windows >= GOOD_WINDOWS_TO_RETURN)
        h->state = HEALTHY;
}

bool health_feed(struct health *h, bool bit)
{
    count(h, bit);
    if (h->run >= LONGEST_RUN)
        return refuse(h);
    if (h->seen < HEALTH_WINDOW)
        return false;
    if (window_is_bad(h))
        return refuse(h);
    one_good_window(h);
    return false;
}
