#include "node.h"

#include <string.h>

#include "board.h"
#include "bytes.h"
#include "elapsed.h"
#include "frame.h"
#include "outbox.h"
#include "wire.h"

#define STATUS_EVERY_MS 1000
#define GIVE_UP_HALF_FRAME_MS 50

static struct outbox outbox;
static struct frame_decoder decoder;
static struct identity_record identity;
static uint8_t kind;
static uint32_t status_ms;
static uint32_t heard_ms;
static uint32_t host_ms;
static bool host_was_there;
static bool restart_wanted;

bool node_send(uint8_t type, const uint8_t *payload, uint8_t count)
{
    bool queued = outbox_send(&outbox, type, payload, count);
    line_kick();
    return queued;
}

uint8_t node_backlog(void)
{
    return ring_used(&outbox.ring);
}

static void say_hello(void)
{
    uint8_t payload[24], *at = payload;
    at = put_u8(at, PROTOCOL_VERSION);
    at = put_u8(at, kind);
    memset(at, 0, IDENTITY_BYTES);
    if (identity_check(&identity) == IDENTITY_KEPT)
        memcpy(at, identity.name, IDENTITY_BYTES);
    at += IDENTITY_BYTES;
    at = put_u8(at, FIRMWARE_MAJOR);
    at = put_u8(at, FIRMWARE_MINOR);
    at = put_u8(at, FIRMWARE_PATCH);
    at = put_u16(at, device_capabilities());
    at = put_u8(at, board_boot_reason());
    at = put_u32(at, uptime_ms());
    at = put_u32(at, clock_us());
    node_send(SAY_HELLO, payload, (uint8_t)(at - payload));
}

static void say_status(void)
{
    uint8_t payload[16], *at = payload;
    at = put_u32(at, uptime_ms());
    at = put_u32(at, clock_us());
    at = put_u16(at, outbox.dropped);
    at = put_u16(at, decoder.bad_crc);
    at = put_u16(at, decoder.noise_bytes);
    at = put_u16(at, line_overruns());
    node_send(SAY_STATUS, payload, (uint8_t)(at - payload));
}

void node_fault(uint8_t code, uint8_t where, bool raised)
{
    uint8_t payload[7];
    put_u32(put_u8(put_u8(put_u8(payload, code), where), raised), clock_us());
    node_send(SAY_FAULT, payload, sizeof payload);
}

static uint8_t set_identity(const uint8_t *name, uint8_t count)
{
    if (count != IDENTITY_BYTES || !identity_is_name(name))
        return ACK_BAD_VALUE;
    if (identity_check(&identity) == IDENTITY_KEPT)
        return memcmp(identity.name, name, IDENTITY_BYTES) ? ACK_ALREADY_SET : ACK_DONE;
    identity = identity_make(name);
    identity_store(&identity);
    return ACK_DONE;
}

static uint8_t obey(uint8_t type, const uint8_t *arguments, uint8_t count)
{
    switch (type) {
    case ASK_HELLO:
        say_hello();
        return ACK_DONE;
    case SET_IDENTITY:
        return set_identity(arguments, count);
    case RESTART:
        restart_wanted = true;
        return ACK_DONE;
    default:
        return device_command(type, arguments, count);
    }
}

uint32_t node_host_silent_ms(void)
{
    return host_was_there ? elapsed(uptime_ms(), host_ms) : UINT32_MAX;
}

static void take(const struct frame_view *frame)
{
    host_ms = uptime_ms();
    host_was_there = true;
    if (!frame->count)
        return; /* a command without an id is none of ours */
    uint8_t answer[2] = {frame->payload[0]};
    answer[1] = obey(frame->type, frame->payload + 1, frame->count - 1);
    node_send(SAY_ACK, answer, sizeof answer);
}

static void take_frames(void)
{
    struct frame_view frame;
    while (frame_next(&decoder, &frame))
        take(&frame);
}

static void listen(void)
{
    uint8_t byte;
    while (line_take(&byte)) {
        heard_ms = uptime_ms();
        frame_feed(&decoder, byte);
        take_frames();
    }
    if (elapsed(uptime_ms(), heard_ms) > GIVE_UP_HALF_FRAME_MS && frame_give_up(&decoder))
        take_frames();
}

void node_begin(uint8_t which)
{
    kind = which;
    status_ms = heard_ms = uptime_ms();
    board_begin(&outbox.ring);
    identity_load(&identity);
    say_hello();
    if (identity_check(&identity) == IDENTITY_DAMAGED)
        node_fault(FAULT_IDENTITY_DAMAGED, 0, true);
}

void node_poll(void)
{
    watchdog_alive();
    listen();
    if (elapsed(uptime_ms(), status_ms) >= STATUS_EVERY_MS) {
        status_ms += STATUS_EVERY_MS;
        say_status();
        device_status();
    }
    if (restart_wanted && !node_backlog())
        board_restart();
}
