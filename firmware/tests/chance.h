/* Bits for tests, the same in every run. */
#pragma once
#include <stdint.h>

static inline uint32_t chance(void)
{
    static uint64_t seed = 88172645463325252u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 32);
}
