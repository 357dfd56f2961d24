/* Four free-running HX711, each with its own data and clock pin, stamped at their data-ready edges. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "cell.h"

void hx711_begin(void);

/* True when this cell has a conversion ready that was not read yet; `edge_us` is its stamp. */
bool hx711_ready(uint8_t cell, uint32_t *edge_us);

/* True when its data is low without an edge having been seen: a conversion whose instant is unknown. */
bool hx711_waiting(uint8_t cell);

/* Clocks one conversion out and selects channel A, gain 128, for the next. */
struct cell_read hx711_read(uint8_t cell);
