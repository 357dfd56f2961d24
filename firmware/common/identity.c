#include "identity.h"

#include <string.h>

#include "crc16.h"

#define MAGIC 0xC5
#define ERASED 0xFF

static uint16_t record_crc(const struct identity_record *record)
{
    return crc16(record->name, IDENTITY_BYTES);
}

enum identity_state identity_check(const struct identity_record *record)
{
    if (record->magic == ERASED)
        return IDENTITY_UNSET;
    uint16_t crc = record_crc(record);
    bool whole = record->magic == MAGIC && record->crc[0] == (uint8_t)crc && record->crc[1] == (uint8_t)(crc >> 8);
    return whole && identity_is_name(record->name) ? IDENTITY_KEPT : IDENTITY_DAMAGED;
}

struct identity_record identity_make(const uint8_t name[IDENTITY_BYTES])
{
    struct identity_record record = {.magic = MAGIC};
    memcpy(record.name, name, IDENTITY_BYTES);
    uint16_t crc = record_crc(&record);
    record.crc[0] = (uint8_t)crc;
    record.crc[1] = (uint8_t)(crc >> 8);
    return record;
}

bool identity_is_name(const uint8_t name[IDENTITY_BYTES])
{
    uint8_t length = 0;
    while (length < IDENTITY_BYTES && name[length] > ' ' && name[length] < 0x7F)
        length++;
    for (uint8_t i = length; i < IDENTITY_BYTES; i++)
        if (name[i])
            return false;
    return length > 0;
}
