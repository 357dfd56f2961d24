/* Differences of clocks that wrap. Only differences below half the range mean anything. */
#pragma once
#include <stdint.h>

static inline uint32_t elapsed(uint32_t now, uint32_t then)
{
    return now - then;
}
