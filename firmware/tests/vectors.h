/* Shapes of the tables in build/vectors_tables.h. */
#pragma once
#include <stdint.h>

struct crc_vector {
    const uint8_t *bytes;
    uint8_t count;
    uint16_t crc;
};

struct frame_vector {
    const char *name;
    uint8_t type, sequence;
    const uint8_t *payload;
    uint8_t payload_count;
    const uint8_t *wire;
    uint8_t wire_count;
};

struct stream_vector {
    const char *name;
    const uint8_t *wire;
    unsigned wire_count;
    const uint8_t *found; /* the intact frames one after the other */
    unsigned found_count, frames, bad_crc, noise_bytes, held;
};
