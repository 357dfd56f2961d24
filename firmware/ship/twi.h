/* I2C as master. Every wait is bounded; false means no answer. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

void twi_begin(void);
bool twi_write(uint8_t address, uint8_t reg, uint8_t value);
bool twi_read(uint8_t address, uint8_t reg, uint8_t *bytes, uint8_t count);
