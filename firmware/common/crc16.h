/* CRC-16/IBM-3740 over a run of bytes; start with CRC16_START. */
#pragma once
#include <stdint.h>

#define CRC16_START 0xFFFFu

uint16_t crc16_add(uint16_t crc, uint8_t byte);
uint16_t crc16(const uint8_t *bytes, uint8_t count);
