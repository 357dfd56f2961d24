/* The parts of the simulated bench. Each is attached to the chip once, again after every reset, and told things by commands. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sim_avr.h"

#define CELLS 4

/* Seeded noise, so that a run can be repeated. */
uint32_t random_bits(void);
double random_unit(void);   /* 0 <= x < 1 */
double random_normal(void); /* roughly, standard deviation 1 */

/* Four HX711: data PD2..PD5, clock PB0..PB3. */
void hx711_attach(avr_t *avr);
void hx711_after_reset(void);
bool hx711_command(const char *line);
void hx711_report(FILE *to);

/* A LIS3DH on the TWI, absent until told. */
void lis3dh_attach(avr_t *avr);
bool lis3dh_command(const char *line);

/* The UART on a pseudo terminal. */
void line_attach(avr_t *avr, const char *link);
void line_poll(void);
bool line_host_is_there(void);
void line_waits_for_the_host(void);
bool line_command(const char *line);
void line_report(FILE *to);
void line_close(void);

/* Button, lights and the noisy analogue pins of a die. */
void die_attach(avr_t *avr);
void die_after_reset(void);
bool die_command(const char *line);
void die_report(FILE *to);
