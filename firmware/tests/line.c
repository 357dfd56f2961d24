/* Ring, outbox and decoder: never waiting, never overflowing, losses counted. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "frame.h"
#include "outbox.h"

static void a_full_ring_takes_nothing_and_keeps_what_it_has(void)
{
    struct ring ring = {0};
    uint8_t bytes[100], byte;
    memset(bytes, 7, sizeof bytes);
    CHECK(ring_put_all(&ring, bytes, 100) && ring_put_all(&ring, bytes, 100));
    CHECK(!ring_put_all(&ring, bytes, 100));
    CHECK(ring_used(&ring) == 200);
    CHECK(ring_put_all(&ring, bytes, 55) && !ring_put_all(&ring, bytes, 1));
    for (int i = 0; i < 255; i++)
        CHECK(ring_take(&ring, &byte) && byte == 7);
    CHECK(!ring_take(&ring, &byte));
}

static void the_ring_goes_round(void)
{
    struct ring ring = {0};
    for (unsigned i = 0; i < 1000; i++) {
        uint8_t in[3] = {(uint8_t)i, (uint8_t)(i + 1), (uint8_t)(i + 2)}, out[3];
        CHECK(ring_put_all(&ring, in, 3));
        CHECK(ring_take(&ring, &out[0]) && ring_take(&ring, &out[1]) && ring_take(&ring, &out[2]));
        CHECK(!memcmp(in, out, 3));
    }
}

static void a_dropped_frame_is_counted_and_leaves_a_gap(void)
{
    struct outbox box = {0};
    uint8_t payload[64] = {0}, byte;
    for (int i = 0; i < 5; i++)
        outbox_send(&box, 1, payload, 64); /* three fit */
    CHECK(box.dropped == 2 && box.sequence == 5);
    while (ring_take(&box.ring, &byte)) {
    }
    CHECK(outbox_send(&box, 1, payload, 0));
    ring_take(&box.ring, &byte), ring_take(&box.ring, &byte), ring_take(&box.ring, &byte);
    CHECK(byte == 5);
}

static void noise_never_overflows_the_decoder(void)
{
    struct frame_decoder decoder = {0};
    struct frame_view frame;
    srand(1);
    for (int i = 0; i < 200000; i++) {
        frame_feed(&decoder, rand() % 5 ? (uint8_t)rand() : FRAME_SYNC);
        while (frame_next(&decoder, &frame))
            CHECK(frame.count <= FRAME_PAYLOAD_IN);
        CHECK(decoder.count < sizeof decoder.held || decoder.taken);
        if (i % 97 == 0)
            frame_give_up(&decoder);
    }
}

static void half_a_frame_is_given_up(void)
{
    struct frame_decoder decoder = {0};
    struct frame_view frame;
    uint8_t wire[16], size = frame_build(wire, 3, 9, (const uint8_t *)"hi", 2);
    frame_feed(&decoder, FRAME_SYNC);
    frame_feed(&decoder, 20);
    for (int i = 0; i < size; i++) {
        frame_feed(&decoder, wire[i]);
        CHECK(!frame_next(&decoder, &frame));
    }
    CHECK(frame_give_up(&decoder));
    CHECK(frame_next(&decoder, &frame) && frame.type == 9 && frame.count == 2);
    CHECK(!frame_give_up(&decoder));
}

const struct test line_tests[] = {
    TEST(a_full_ring_takes_nothing_and_keeps_what_it_has),
    TEST(the_ring_goes_round),
    TEST(a_dropped_frame_is_counted_and_leaves_a_gap),
    TEST(noise_never_overflows_the_decoder),
    TEST(half_a_frame_is_given_up),
    TESTS_END,
};
