/* The die as a thing: pressed, it tumbles and settles; told by the host which die it is and whether a roll is awaited. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "entropy.h"
#include "lights.h"
#include "rolls.h"

#define FACES_MAX 12
#define PATIENCE_MS 3000 /* how long a tumbling die waits for enough randomness */

struct die {
    struct entropy entropy;
    struct rolls rolls;
    struct picture picture;
    uint8_t patterns[FACES_MAX];
    uint8_t number, sides, dice; /* which die it is, as the host said */
    bool awaited;                /* the host waits for a roll */
    bool host;                   /* there is a host */
    bool tumbling;
    bool was_awaited; /* when it was pressed */
    uint32_t pressed_ms;
    uint16_t refused;
};

/* An ordinary die of six, with no host. */
void die_begin(struct die *die);

/* Which die to be; false when it cannot be that. */
bool die_is(struct die *die, const uint8_t *arguments, uint8_t count, uint32_t now_ms);

/* There is a host, or none any more: then it is an ordinary die that always rolls. */
void die_host_is(struct die *die, bool present, uint32_t now_ms);

void die_pressed(struct die *die, uint32_t now_ms);

/* Time passes: tumbling settles, shown faces go dark. */
void die_poll(struct die *die, uint32_t now_ms);
