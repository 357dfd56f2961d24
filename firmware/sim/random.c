#include "sim.h"

static uint64_t state = 0x9E3779B97F4A7C15u;

uint32_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

double random_unit(void)
{
    return random_bits() / 4294967296.0;
}

double random_normal(void)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += random_unit();
    return sum;
}
