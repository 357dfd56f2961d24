/* Little-endian numbers in a payload. */
#pragma once
#include <stdint.h>

static inline uint8_t *put_u8(uint8_t *to, uint8_t value)
{
    *to = value;
    return to + 1;
}

static inline uint8_t *put_u16(uint8_t *to, uint16_t value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
    return to + 2;
}

static inline uint8_t *put_u24(uint8_t *to, uint32_t value)
{
    put_u16(to, (uint16_t)value);
    to[2] = (uint8_t)(value >> 16);
    return to + 3;
}

static inline uint8_t *put_u32(uint8_t *to, uint32_t value)
{
    put_u24(to, value);
    to[3] = (uint8_t)(value >> 24);
    return to + 4;
}

static inline uint16_t get_u16(const uint8_t *from)
{
    return (uint16_t)(from[0] | (uint16_t)from[1] << 8);
}
