/* A bouncing contact, sampled every millisecond, made into presses. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define BUTTON_SURE_MS 12

struct button {
    bool down;
    uint8_t sure;
};

/* Takes the contact as it is now; true once when a press is sure. */
bool button_sample(struct button *button, bool closed);
