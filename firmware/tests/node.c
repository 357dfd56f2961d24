/* What every node does, played on a fake board. */
#include "node.h"

#include <string.h>

#include "check.h"
#include "fake_board.h"
#include "frame.h"
#include "wire.h"

static uint8_t commanded_type, commanded_count;

uint16_t device_capabilities(void)
{
    return CAN_CELLS | CAN_TILT;
}

uint8_t device_command(uint8_t type, const uint8_t *arguments, uint8_t count)
{
    (void)arguments;
    commanded_type = type;
    commanded_count = count;
    return ACK_UNKNOWN;
}

void device_status(void)
{
}

/* The n-th frame sent since the last call, by decoding what went out. */
static struct frame_view sent[32];
static unsigned sent_count;

static void collect(void)
{
    static struct frame_decoder decoders[32];
    fake_drain();
    sent_count = 0;
    unsigned at = 0;
    while (at < board.out_count && sent_count < 32) {
        struct frame_decoder *d = &decoders[sent_count];
        memset(d, 0, sizeof *d);
        while (at < board.out_count) {
            frame_feed(d, board.out[at++]);
            if (frame_next(d, &sent[sent_count])) {
                sent_count++;
                break;
            }
        }
    }
    board.out_count = 0;
}

static void says(uint8_t type, const uint8_t *payload, uint8_t count)
{
    uint8_t wire[80];
    fake_line(wire, frame_build(wire, 0, type, payload, count));
    node_poll();
    collect();
}

static const struct frame_view *answer(void)
{
    return &sent[sent_count - 1];
}

static void begin(void)
{
    node_begin(KIND_SHIP);
    collect();
}

static void hello_is_as_in_the_vectors(void)
{
    static const uint8_t expected[] = {1, 1, 'k', '7', 'f', '2', 'q', '9', 0, 0, 0, 1, 0, 3, 0, 1, 0xd2, 4, 0, 0, 0x50, 0xd6, 0x12, 0};
    fake_board_begin();
    board.eeprom = identity_make((const uint8_t *)"k7f2q9\0\0");
    board.boot = 1, board.ms = 1234, board.us = 1234512;
    begin();
    CHECK(sent_count == 1 && sent[0].type == SAY_HELLO);
    CHECK(sent[0].count == sizeof expected && !memcmp(sent[0].payload, expected, sizeof expected));
}

static void a_command_is_acknowledged_by_its_id(void)
{
    fake_board_begin();
    begin();
    says(ASK_HELLO, (const uint8_t[]){77}, 1);
    CHECK(sent_count == 2 && sent[0].type == SAY_HELLO);
    CHECK(answer()->type == SAY_ACK && answer()->payload[0] == 77 && answer()->payload[1] == ACK_DONE);
    says(0x7E, (const uint8_t[]){78, 1, 2}, 3);
    CHECK(commanded_type == 0x7E && commanded_count == 2);
    CHECK(answer()->payload[0] == 78 && answer()->payload[1] == ACK_UNKNOWN);
}

static void modem_probes_are_never_answered(void)
{
    fake_board_begin();
    begin();
    const char *probe = "AT\r\nATZ\r\n+++ATE1 V1\r\n~\x00\x78\xf0\x7e\xa5\xa5\x00";
    fake_line((const uint8_t *)probe, 28);
    node_poll();
    board.ms = 500;
    for (int i = 0; i < 10; i++)
        node_poll();
    collect();
    CHECK(sent_count == 0);
}

static void an_identity_is_kept_once(void)
{
    fake_board_begin();
    begin();
    says(SET_IDENTITY, (const uint8_t *)"\x01k7f2q9\0\0", 9);
    CHECK(answer()->payload[1] == ACK_DONE && board.stores == 1);
    says(SET_IDENTITY, (const uint8_t *)"\x02k7f2q9\0\0", 9);
    CHECK(answer()->payload[1] == ACK_DONE && board.stores == 1);
    says(SET_IDENTITY, (const uint8_t *)"\x03other\0\0\0", 9);
    CHECK(answer()->payload[1] == ACK_ALREADY_SET && board.stores == 1);
    begin();
    CHECK(!memcmp(sent[0].payload + 2, "k7f2q9\0\0", 8));
}

static void a_bad_identity_is_refused(void)
{
    fake_board_begin();
    begin();
    says(SET_IDENTITY, (const uint8_t *)"\x01\0\0\0\0\0\0\0\0", 9);
    CHECK(answer()->payload[1] == ACK_BAD_VALUE);
    says(SET_IDENTITY, (const uint8_t *)"\x02" "a b\0\0\0\0\0", 9);
    CHECK(answer()->payload[1] == ACK_BAD_VALUE);
    says(SET_IDENTITY, (const uint8_t *)"\x03" "a\0b\0\0\0\0\0", 9);
    CHECK(answer()->payload[1] == ACK_BAD_VALUE);
    says(SET_IDENTITY, (const uint8_t *)"\x04" "short", 6);
    CHECK(answer()->payload[1] == ACK_BAD_VALUE && board.stores == 0);
}

static void a_damaged_identity_is_reported_and_can_be_set_anew(void)
{
    fake_board_begin();
    board.eeprom = identity_make((const uint8_t *)"k7f2q9\0\0");
    board.eeprom.name[2] ^= 1;
    begin();
    CHECK(sent_count == 2 && sent[1].type == SAY_FAULT && sent[1].payload[0] == FAULT_IDENTITY_DAMAGED);
    CHECK(sent[0].payload[2] == 0);
    says(SET_IDENTITY, (const uint8_t *)"\x01newname\0", 9);
    CHECK(answer()->payload[1] == ACK_DONE && identity_check(&board.eeprom) == IDENTITY_KEPT);
}

static void status_comes_once_a_second(void)
{
    fake_board_begin();
    begin();
    unsigned statuses = 0;
    for (int i = 0; i < 5000; i++) {
        board.ms++;
        node_poll();
        collect();
        for (unsigned k = 0; k < sent_count; k++)
            statuses += sent[k].type == SAY_STATUS;
    }
    CHECK(statuses >= 4 && statuses <= 6);
}

static void restart_is_acknowledged_first(void)
{
    fake_board_begin();
    begin();
    if (!setjmp(board.restarted)) {
        says(RESTART, (const uint8_t[]){9}, 1);
        CHECK(answer()->type == SAY_ACK && answer()->payload[0] == 9);
        node_poll();
        CHECK(!"it restarts once the acknowledgement is out");
    }
}

const struct test node_tests[] = {
    TEST(hello_is_as_in_the_vectors),
    TEST(a_command_is_acknowledged_by_its_id),
    TEST(modem_probes_are_never_answered),
    TEST(an_identity_is_kept_once),
    TEST(a_bad_identity_is_refused),
    TEST(a_damaged_identity_is_reported_and_can_be_set_anew),
    TEST(status_comes_once_a_second),
    TEST(restart_is_acknowledged_first),
    TESTS_END,
};
