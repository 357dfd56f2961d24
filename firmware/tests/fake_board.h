/* The chip as tests play it: clocks set by hand, bytes in and out, an EEPROM. */
#pragma once
#include <setjmp.h>
#include <stdint.h>

#include "identity.h"

struct fake_board {
    uint32_t us, ms;
    uint8_t boot;
    uint8_t in[512];
    unsigned in_count, in_at;
    uint8_t out[4096];
    unsigned out_count;
    struct identity_record eeprom;
    unsigned stores;
    jmp_buf restarted;
};

extern struct fake_board board;

/* A new board with an erased EEPROM. */
void fake_board_begin(void);

/* Bytes the line brings next. */
void fake_line(const uint8_t *bytes, unsigned count);

/* Takes what was sent so far into `out`. */
void fake_drain(void);
