/* An optional LIS3DH accelerometer on the chip's I2C, found by itself and looked for again when lost. Bounded waits only. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum tilt_state { TILT_NONE = 0, TILT_RUNNING = 1, TILT_LOST = 2 };

struct tilt {
    enum tilt_state state;
    uint16_t errors;
    uint8_t address;
    uint8_t failed_in_row;
    uint32_t looked_ms;
    uint32_t read_ms;
};

/* True when `xyz_mg` was filled with a new measurement. */
bool tilt_poll(struct tilt *tilt, uint32_t now_ms, int16_t xyz_mg[3]);
