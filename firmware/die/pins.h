/* Where the wires go (companion/devices/pins.toml is the table; a test holds them together). */
#pragma once
#include <avr/io.h>

/* Arcade button from D2 = PD2 to ground. */
#define BUTTON_PINS PIND
#define BUTTON_PORT PORTD
#define BUTTON_BIT ((uint8_t)(1 << PD2))

/* Seven lights, each through its resistor to ground: top left, middle left, bottom left on D5..D7 = PD5..PD7; centre, top right,
   middle right, bottom right on D8..D11 = PB0..PB3. */
#define LIGHTS_LEFT_SHIFT PD5
#define LIGHTS_LEFT_MASK ((uint8_t)(0x07 << LIGHTS_LEFT_SHIFT))
#define LIGHTS_LEFT_COUNT 3
#define LIGHTS_REST_MASK ((uint8_t)0x0F)

/* A0 = ADC0 stays free: its noise is a source of randomness. */
#define NOISE_CHANNEL 0
