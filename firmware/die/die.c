#include "die.h"

#include <string.h>

#include "elapsed.h"

#define AWAITED 0x01

/* One to six pips as everybody knows them. */
static const uint8_t pips[6] = {0x08, 0x14, 0x1C, 0x55, 0x5D, 0x77};

static void scene(struct die *d, enum scene scene, uint32_t now_ms)
{
    d->picture.scene = scene;
    d->picture.since_ms = now_ms;
}

static bool may_roll(const struct die *d)
{
    return !d->host || (d->awaited && !d->rolls.count);
}

static void come_to_rest(struct die *d, uint32_t now_ms)
{
    scene(d, may_roll(d) ? SCENE_GLOW : SCENE_DARK, now_ms);
}

static void be_ordinary(struct die *d)
{
    memcpy(d->patterns, pips, sizeof pips);
    d->number = 0;
    d->sides = sizeof pips;
    d->dice = 1;
    d->awaited = false;
}

void die_begin(struct die *d)
{
    memset(d, 0, sizeof *d);
    be_ordinary(d);
    come_to_rest(d, 0);
}

static bool is_new(const struct die *d, const uint8_t *arguments)
{
    return d->number != arguments[0] || d->awaited != (arguments[1] & AWAITED) || d->dice != arguments[2] || d->sides != arguments[3] ||
           memcmp(d->patterns, arguments + 4, d->sides);
}

bool die_is(struct die *d, const uint8_t *arguments, uint8_t count, uint32_t now_ms)
{
    if (count < 5 || arguments[3] < 1 || arguments[3] > FACES_MAX || count != 4 + arguments[3] || arguments[2] < 1 || arguments[2] > 2)
        return false;
    if (d->tumbling || !is_new(d, arguments))
        return true; /* what was pressed is rolled as it was; the host says it again */
    d->number = arguments[0];
    d->awaited = arguments[1] & AWAITED;
    d->dice = arguments[2];
    d->sides = arguments[3];
    memcpy(d->patterns, arguments + 4, d->sides);
    if (d->picture.scene != SCENE_SHOW || may_roll(d))
        come_to_rest(d, now_ms);
    return true;
}

void die_host_is(struct die *d, bool present, uint32_t now_ms)
{
    if (d->host == present || d->tumbling)
        return;
    d->host = present;
    if (!present)
        be_ordinary(d);
    come_to_rest(d, now_ms);
}

void die_pressed(struct die *d, uint32_t now_ms)
{
    if (d->tumbling)
        return;
    if (!may_roll(d)) {
        d->refused++;
        scene(d, SCENE_NOT_NOW, now_ms);
        return;
    }
    d->tumbling = true;
    d->was_awaited = d->host && d->awaited;
    d->pressed_ms = now_ms;
    d->picture.patterns = d->patterns;
    d->picture.sides = d->sides;
    scene(d, SCENE_TUMBLE, now_ms);
}

/* Both faces or none. */
static bool draw(struct die *d, uint8_t faces[2])
{
    for (uint8_t i = 0; i < d->dice; i++)
        if (!entropy_roll(&d->entropy, d->sides, &faces[i]))
            return false;
    return true;
}

static void settle(struct die *d, const uint8_t faces[2], uint32_t now_ms)
{
    struct roll roll = {.die = d->number, .faces = {faces[0], faces[1]}, .awaited = d->was_awaited, .settled_ms = now_ms};
    rolls_add(&d->rolls, &roll);
    d->picture.shown[0] = d->patterns[faces[0] - 1];
    d->picture.shown[1] = faces[1] ? d->patterns[faces[1] - 1] : 0;
    d->tumbling = false;
    d->awaited = false; /* one roll for one question */
    scene(d, SCENE_SHOW, now_ms);
}

static void give_up(struct die *d, uint32_t now_ms)
{
    d->tumbling = false;
    d->refused++;
    scene(d, SCENE_REFUSES, now_ms);
}

static void poll_tumbling(struct die *d, uint32_t now_ms)
{
    uint8_t faces[2] = {0, 0};
    uint32_t ms = elapsed(now_ms, d->pressed_ms);
    if (ms < TUMBLE_MS)
        return;
    if (entropy_healthy(&d->entropy) && draw(d, faces))
        settle(d, faces, now_ms);
    else if (ms >= PATIENCE_MS)
        give_up(d, now_ms);
}

static uint32_t length_ms(enum scene which)
{
    return which == SCENE_NOT_NOW ? NOT_NOW_MS : which == SCENE_SHOW ? SHOW_MS : which == SCENE_REFUSES ? PATIENCE_MS : 0;
}

void die_poll(struct die *d, uint32_t now_ms)
{
    if (d->tumbling) {
        poll_tumbling(d, now_ms);
        return;
    }
    uint32_t length = length_ms(d->picture.scene);
    if (length && elapsed(now_ms, d->picture.since_ms) >= length)
        come_to_rest(d, now_ms);
}
