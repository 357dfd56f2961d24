/* Where the wires go (companion/devices/pins.toml is the table; a test holds them together). */
#pragma once
#include <avr/io.h>

/* HX711 data: D2..D5 = PD2..PD5, one pin-change group. */
#define DATA_PINS PIND
#define DATA_CHANGE_MASK PCMSK2
#define DATA_CHANGE_GROUP PCIE2
#define DATA_VECTOR PCINT2_vect
#define DATA_BIT(cell) ((uint8_t)(1 << (PD2 + (cell))))

/* HX711 clock: D8..D11 = PB0..PB3. */
#define CLOCK_PORT PORTB
#define CLOCK_DDR DDRB
#define CLOCK_BIT(cell) ((uint8_t)(1 << (PB0 + (cell))))

/* LIS3DH: A4 data, A5 clock (the chip's own TWI). */
