/* Frames on the wire (firmware/PROTOCOL.md): building one, and finding them in noise. No hardware. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define FRAME_SYNC 0xA5
#define FRAME_HEADER 4
#define FRAME_OVERHEAD 6
#define FRAME_PAYLOAD_OUT 64
#ifndef FRAME_PAYLOAD_IN
#define FRAME_PAYLOAD_IN 24 /* longest a node takes from the host */
#endif

/* Writes the frame into `to` (FRAME_OVERHEAD + count bytes) and returns its size. */
uint8_t frame_build(uint8_t *to, uint8_t sequence, uint8_t type, const uint8_t *payload, uint8_t count);

struct frame_decoder {
    uint8_t held[FRAME_OVERHEAD + FRAME_PAYLOAD_IN];
    uint8_t count;
    uint8_t taken; /* size of the frame at the front that was handed out, to be removed first */
    uint16_t bad_crc;
    uint16_t noise_bytes;
};

/* A frame inside a decoder: valid until the next call. */
struct frame_view {
    uint8_t sequence;
    uint8_t type;
    uint8_t count;
    const uint8_t *payload;
};

/* Takes one byte. Then call frame_next until it is false. */
void frame_feed(struct frame_decoder *decoder, uint8_t byte);
bool frame_next(struct frame_decoder *decoder, struct frame_view *found);

/* The line fell silent in mid-frame: drops the sync at the front, so that frame_next looks behind it. False when nothing is held. */
bool frame_give_up(struct frame_decoder *decoder);
