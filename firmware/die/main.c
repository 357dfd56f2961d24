/* The die node: a button, seven lights, and faces nobody can foresee. */
#include "board.h"
#include "button.h"
#include "bytes.h"
#include "die.h"
#include "elapsed.h"
#include "jitter.h"
#include "node.h"
#include "pins.h"
#include "wire.h"

#define HOST_GONE_AFTER_MS 5000
#define BURST_FACES 32
#define BURST_ROOM (255 - 64)

static struct die die;
static struct button button;
static uint32_t sampled_ms;
static uint8_t refused_sources;
static bool no_randomness_said;

static struct {
    uint8_t sides;
    uint16_t asked, left;
    uint8_t faces[BURST_FACES];
    uint8_t count;
} burst;

static void source_is(enum source source, bool refused)
{
    uint8_t bit = (uint8_t)(1 << source);
    if (!(refused_sources & bit) == !refused)
        return;
    refused_sources ^= bit;
    node_fault(FAULT_SOURCE_REFUSED, bit, refused);
}

static void feed(enum source source, uint8_t sample)
{
    entropy_feed(&die.entropy, source, sample);
    source_is(source, die.entropy.health[source].state == HEALTH_REFUSED);
}

static void listen_to_jitter(void)
{
    uint8_t sample;
    if (jitter_adc(&sample))
        feed(SOURCE_ADC, sample);
    if (jitter_watchdog(&sample))
        feed(SOURCE_WATCHDOG, sample);
    bool none = refused_sources && !entropy_healthy(&die.entropy);
    if (none != no_randomness_said) {
        no_randomness_said = none;
        burst.left = 0;
        node_fault(FAULT_NO_RANDOMNESS, 0, none);
    }
}

static void feel_button(uint32_t now_ms)
{
    if (now_ms == sampled_ms)
        return;
    sampled_ms = now_ms;
    if (!button_sample(&button, !(BUTTON_PINS & BUTTON_BIT)))
        return;
    entropy_stir(&die.entropy, (uint8_t)TCNT1);
    die_pressed(&die, now_ms);
}

static void light(uint8_t lights)
{
    uint8_t left = (uint8_t)(lights << LIGHTS_LEFT_SHIFT) & LIGHTS_LEFT_MASK;
    uint8_t rest = lights >> LIGHTS_LEFT_COUNT & LIGHTS_REST_MASK;
    PORTD = (PORTD & (uint8_t)~LIGHTS_LEFT_MASK) | left;
    PORTB = (PORTB & (uint8_t)~LIGHTS_REST_MASK) | rest;
}

static void say_roll(uint32_t now_ms)
{
    const struct roll *roll = rolls_due(&die.rolls, now_ms);
    if (!roll)
        return;
    uint8_t payload[8];
    node_send(SAY_ROLLED, payload, roll_payload(payload, roll, now_ms));
}

static void say_burst(void)
{
    uint8_t payload[2 + BURST_FACES];
    uint16_t first = burst.asked - burst.left - burst.count + 1;
    uint8_t *at = put_u16(payload, first);
    for (uint8_t i = 0; i < burst.count; i++)
        at = put_u8(at, burst.faces[i]);
    node_send(SAY_ROLL_BURST, payload, (uint8_t)(at - payload));
    burst.count = 0;
}

/* As many faces as the randomness at hand gives; a full or last portion is sent once the line has room for it. */
static void go_on_with_burst(void)
{
    while (burst.left && burst.count < BURST_FACES && entropy_roll(&die.entropy, burst.sides, &burst.faces[burst.count])) {
        burst.count++;
        burst.left--;
    }
    bool portion = burst.count == BURST_FACES || (burst.count && !burst.left);
    if (portion && node_backlog() < BURST_ROOM)
        say_burst();
}

static uint8_t begin_burst(uint8_t sides, uint16_t count)
{
    if (sides < 2 || sides > FACES_MAX || !count)
        return ACK_BAD_VALUE;
    if (burst.left)
        return burst.sides == sides && burst.asked == count ? ACK_DONE : ACK_BUSY;
    burst.sides = sides;
    burst.asked = burst.left = count;
    burst.count = 0;
    return ACK_DONE;
}

uint16_t device_capabilities(void)
{
    return CAN_DIE | CAN_BURST;
}

uint8_t device_command(uint8_t type, const uint8_t *arguments, uint8_t count)
{
    switch (type) {
    case DIE_IS:
        return die_is(&die, arguments, count, uptime_ms()) ? ACK_DONE : ACK_BAD_VALUE;
    case ROLL_SEEN:
        if (count != 2)
            return ACK_BAD_VALUE;
        rolls_seen(&die.rolls, get_u16(arguments));
        return ACK_DONE;
    case BURST:
        return count == 3 ? begin_burst(arguments[0], get_u16(arguments + 1)) : ACK_BAD_VALUE;
    default:
        return ACK_UNKNOWN;
    }
}

void device_status(void)
{
    uint8_t payload[8], *at = put_u8(payload, die.number);
    at = put_u8(at, die.awaited);
    at = put_u16(at, die.rolls.last_number);
    at = put_u16(at, die.refused);
    at = put_u8(at, entropy_healthy(&die.entropy));
    put_u8(at, die.rolls.count);
    node_send(SAY_DIE_STATUS, payload, sizeof payload);
}

static void pins_begin(void)
{
    BUTTON_PORT |= BUTTON_BIT;
    DDRD |= LIGHTS_LEFT_MASK;
    DDRB |= LIGHTS_REST_MASK;
}

int main(void)
{
    node_begin(KIND_DIE);
    pins_begin();
    jitter_begin();
    die_begin(&die);
    for (;;) {
        uint32_t now_ms = uptime_ms();
        node_poll();
        listen_to_jitter();
        feel_button(now_ms);
        die_host_is(&die, node_host_silent_ms() < HOST_GONE_AFTER_MS, now_ms);
        die_poll(&die, now_ms);
        light(lights_at(&die.picture, now_ms));
        say_roll(now_ms);
        if (burst.left || burst.count)
            go_on_with_burst();
        else
            board_rest();
    }
}
