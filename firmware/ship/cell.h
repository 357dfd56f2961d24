/* What one HX711 is believed to do: its edges, its pace, and which readings can be trusted. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define CELLS 4

/* A clock pulse longer than this may switch the converter off (its data sheet: 60 us, 50 us to be safe). */
#define PULSE_LIMIT_US 50

enum cell_verdict {
    READ_GOOD,
    READ_PULSE_LONG, /* the converter may have switched itself off in mid-read */
    READ_MISSED,     /* begun or ended so late that the register may have been renewed meanwhile */
    READ_UNREADY,    /* data was not low before the first pulse, or not high after the last */
};

/* One read as the pins saw it. */
struct cell_read {
    uint32_t raw;      /* 24 bits, first bit highest */
    uint32_t ended_us;
    uint16_t longest_pulse_us;
    bool low_before;
    bool high_after;
};

struct cell {
    uint32_t edge_us;   /* of the conversion now being handled */
    uint32_t period_us; /* learned; 0 while unknown */
    uint16_t conversions, late, long_pulses, missed, unready;
    uint8_t settling;    /* conversions still to come until the filter is full */
    uint8_t slow_in_row; /* conversions in a row that came late */
    uint8_t bad_in_row;
    bool answering;
    bool heard;  /* an edge has been seen since the cell fell silent */
    bool silent; /* and that has been said */
    bool this_late;
    bool this_settling;
};

/* A reading as it is sent. */
struct reading {
    uint32_t t_us;
    int32_t counts;
    uint8_t cell;
    uint8_t number;
    bool late;
    bool settling;
};

/* Data went low at that instant: a conversion is ready. */
void cell_edge(struct cell *cell, uint32_t edge_us);

/* That conversion has been clocked out. `out` is filled when the verdict is READ_GOOD. */
enum cell_verdict cell_judge(struct cell *cell, const struct cell_read *read, struct reading *out);

/* A conversion whose edge nobody saw has been clocked out: counted as missed, or as unready when data stays low. */
void cell_orphan(struct cell *cell, const struct cell_read *read);

/* No conversion for half a second: true once, when it falls silent or has never spoken. */
bool cell_fell_silent(struct cell *cell, uint32_t now_us);

/* 24-bit two's complement to a number. */
int32_t cell_counts(uint32_t raw);

/* Eight bytes of payload. */
uint8_t reading_payload(uint8_t *to, const struct reading *reading);
