/* The node's name as kept in EEPROM: written once, checked by a CRC. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define IDENTITY_BYTES 8

struct identity_record {
    uint8_t magic;
    uint8_t name[IDENTITY_BYTES];
    uint8_t crc[2];
};

enum identity_state { IDENTITY_UNSET, IDENTITY_KEPT, IDENTITY_DAMAGED };

enum identity_state identity_check(const struct identity_record *record);
struct identity_record identity_make(const uint8_t name[IDENTITY_BYTES]);

/* 1..8 printable characters, then zeros. */
bool identity_is_name(const uint8_t name[IDENTITY_BYTES]);
