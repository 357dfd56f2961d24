#include "lights.h"

#include "elapsed.h"

#define CENTRE 0x08
#define MIDDLE_ROW 0x2A
#define CORNERS 0x55
#define BREATH_MS 1600
#define LEVELS 8
#define BLINK_MS 120
#define TURN_MS 1000
#define TURN_DARK_MS 150

/* The centre breathes: up and down in brightness, by being on for so many of eight milliseconds. */
static uint8_t glow(uint32_t ms)
{
    uint16_t phase = ms % BREATH_MS;
    uint16_t half = phase < BREATH_MS / 2 ? phase : BREATH_MS - phase;
    uint8_t level = 1 + half * (LEVELS - 1) / (BREATH_MS / 2);
    return ms % LEVELS < level ? CENTRE : 0;
}

/* Faces hurry by and slow down; which ones is for the eye only. */
static uint8_t tumble(const struct picture *p, uint32_t ms)
{
    uint8_t step = 0;
    uint16_t end = 0, length = 40;
    while (end <= ms) {
        end += length;
        length += 12;
        step++;
    }
    return p->patterns[(step * 5u + step / 3u) % p->sides];
}

/* Two dice take turns, with a short dark between them. */
static uint8_t show(const struct picture *p, uint32_t ms)
{
    if (!p->shown[1])
        return p->shown[0];
    uint16_t phase = ms % (2 * TURN_MS);
    if (phase % TURN_MS < TURN_DARK_MS)
        return 0;
    return p->shown[phase >= TURN_MS];
}

static bool blink(uint32_t ms)
{
    return ms / BLINK_MS % 2 == 0;
}

uint8_t lights_at(const struct picture *p, uint32_t now_ms)
{
    uint32_t ms = elapsed(now_ms, p->since_ms);
    switch (p->scene) {
    case SCENE_GLOW:
        return glow(ms);
    case SCENE_TUMBLE:
        return tumble(p, ms);
    case SCENE_SHOW:
        return show(p, ms);
    case SCENE_NOT_NOW:
        return blink(ms) ? MIDDLE_ROW : 0;
    case SCENE_REFUSES:
        return blink(ms / 4) ? CORNERS : 0;
    default:
        return 0;
    }
}
