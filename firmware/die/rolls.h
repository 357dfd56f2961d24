/* Rolls the host has not acknowledged yet, oldest first, each said again until it has. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define ROLLS 8
#define ROLL_REPEAT_MS 300

struct roll {
    uint16_t number;
    uint8_t die, faces[2];
    bool awaited;
    uint32_t settled_ms;
    uint32_t said_ms;
    bool said;
};

struct rolls {
    struct roll waiting[ROLLS];
    uint8_t count;
    uint16_t last_number;
};

/* Gives the roll its number. When all places are taken the oldest goes: the caller asks rolls_full first where that matters. */
struct roll *rolls_add(struct rolls *rolls, const struct roll *roll);
bool rolls_full(const struct rolls *rolls);

/* The host has it safe; unknown numbers do nothing. */
void rolls_seen(struct rolls *rolls, uint16_t number);

/* The oldest roll whose time to be said has come, marked as said; none: 0. */
const struct roll *rolls_due(struct rolls *rolls, uint32_t now_ms);

/* Eight bytes of payload. */
uint8_t roll_payload(uint8_t *to, const struct roll *roll, uint32_t now_ms);
