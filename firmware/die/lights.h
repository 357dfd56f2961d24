/* What the seven lights show at an instant. Bits: 0 top left, 1 middle left, 2 bottom left, 3 centre, 4 top right, 5 middle right,
   6 bottom right. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define TUMBLE_MS 900
#define SHOW_MS 6000
#define NOT_NOW_MS 480

enum scene { SCENE_DARK, SCENE_GLOW, SCENE_TUMBLE, SCENE_SHOW, SCENE_NOT_NOW, SCENE_REFUSES };

struct picture {
    enum scene scene;
    uint32_t since_ms;
    const uint8_t *patterns; /* of the die's faces */
    uint8_t sides;
    uint8_t shown[2]; /* lights of the faces rolled; the second 0 for one die */
};

uint8_t lights_at(const struct picture *picture, uint32_t now_ms);
