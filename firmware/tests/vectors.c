/* The C side of vectors.json: the same bytes, the same frames, the same damage counted. */
#include "vectors_tables.h"

#include <string.h>

#include "check.h"
#include "crc16.h"
#include "frame.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void crc_agrees(void)
{
    for (unsigned i = 0; i < COUNT(crcs); i++)
        CHECK(crc16(crcs[i].bytes, crcs[i].count) == crcs[i].crc);
}

static int same_frame(const struct frame_vector *v)
{
    uint8_t wire[FRAME_OVERHEAD + FRAME_PAYLOAD_OUT];
    uint8_t size = frame_build(wire, v->sequence, v->type, v->payload, v->payload_count);
    return size == v->wire_count && !memcmp(wire, v->wire, size);
}

static void frames_are_built_as_in_the_vectors(void)
{
    for (unsigned i = 0; i < COUNT(from_node); i++)
        CHECK(same_frame(&from_node[i]));
    for (unsigned i = 0; i < COUNT(to_node); i++)
        CHECK(same_frame(&to_node[i]));
}

static void streams_are_understood_as_in_the_vectors(void)
{
    for (const struct stream_vector *v = streams; v < streams + COUNT(streams); v++) {
        struct frame_decoder decoder = {0};
        struct frame_view frame;
        unsigned frames = 0, at = 0;
        for (unsigned i = 0; i < v->wire_count; i++) {
            frame_feed(&decoder, v->wire[i]);
            while (frame_next(&decoder, &frame)) {
                CHECK(at + FRAME_OVERHEAD + frame.count <= v->found_count);
                CHECK(!memcmp(frame.payload, v->found + at + FRAME_HEADER, frame.count));
                at += FRAME_OVERHEAD + frame.count;
                frames++;
            }
        }
        CHECK(frames == v->frames && at == v->found_count);
        CHECK(decoder.bad_crc == v->bad_crc && decoder.noise_bytes == v->noise_bytes);
        CHECK(decoder.count - decoder.taken == (int)v->held);
    }
}

const struct test vector_tests[] = {
    TEST(crc_agrees),
    TEST(frames_are_built_as_in_the_vectors),
    TEST(streams_are_understood_as_in_the_vectors),
    TESTS_END,
};
