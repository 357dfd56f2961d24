/* The die without hardware: fair faces, rolls neither lost nor doubled, lights, button. */
#include "die.h"

#include <math.h>
#include <string.h>

#include "bytes.h"
#include "button.h"
#include "check.h"
#include "chance.h"

#define ROLLS_A_FACE 1500u

static struct die die;
static uint32_t now_ms;
static void feed(unsigned samples)
{
    while (samples--)
        entropy_feed(&die.entropy, SOURCE_ADC, (uint8_t)chance());
}

static void begin(void)
{
    die_begin(&die);
    now_ms = 0;
    feed(HEALTH_WINDOW);
}

static void pass(uint32_t ms)
{
    while (ms--) {
        now_ms++;
        feed(4);
        die_poll(&die, now_ms);
    }
}

static void press(void)
{
    die_pressed(&die, now_ms);
    pass(TUMBLE_MS + 200);
}

static void await(uint8_t number, uint8_t dice, uint8_t sides)
{
    uint8_t arguments[4 + FACES_MAX] = {number, 1, dice, sides};
    for (uint8_t i = 0; i < sides; i++)
        arguments[4 + i] = (uint8_t)(i + 1);
    die_is(&die, arguments, (uint8_t)(4 + sides), now_ms);
}

/* Chi-square of 1500 rolls a face; the limit is 10 standard deviations above its mean. */
static bool faces_are_even(uint8_t sides)
{
    unsigned counts[FACES_MAX + 1] = {0};
    for (unsigned rolls = 0; rolls < ROLLS_A_FACE * sides;) {
        uint8_t face;
        feed(64);
        while (rolls < ROLLS_A_FACE * sides && entropy_roll(&die.entropy, sides, &face)) {
            if (face < 1 || face > sides)
                return false;
            counts[face]++;
            rolls++;
        }
    }
    double chi2 = 0;
    for (unsigned face = 1; face <= sides; face++)
        chi2 += (counts[face] - (double)ROLLS_A_FACE) * (counts[face] - (double)ROLLS_A_FACE) / (double)ROLLS_A_FACE;
    double degrees = sides - 1;
    return chi2 < degrees + 10 * sqrt(2 * degrees);
}

static void every_face_is_equally_likely(void)
{
    begin();
    for (uint8_t sides = 2; sides <= FACES_MAX; sides += sides < 6 ? 1 : 6)
        CHECK(faces_are_even(sides));
}

static void nothing_is_rolled_before_a_source_is_known_to_be_healthy(void)
{
    uint8_t face;
    die_begin(&die);
    feed(HEALTH_WINDOW - 1);
    CHECK(entropy_healthy(&die.entropy) == 0 && !entropy_roll(&die.entropy, 6, &face));
}

static void a_source_found_bad_takes_its_unused_bits_along(void)
{
    uint8_t face;
    begin();
    feed(HEALTH_WINDOW);
    CHECK(entropy_roll(&die.entropy, 6, &face));
    for (int i = 0; i < 100; i++)
        entropy_feed(&die.entropy, SOURCE_ADC, 7);
    CHECK(entropy_healthy(&die.entropy) == 0 && !entropy_roll(&die.entropy, 6, &face));
}

static void the_other_source_is_enough(void)
{
    uint8_t face;
    begin();
    for (int i = 0; i < 100; i++)
        entropy_feed(&die.entropy, SOURCE_ADC, 7);
    for (int i = 0; i < 2 * HEALTH_WINDOW; i++)
        entropy_feed(&die.entropy, SOURCE_WATCHDOG, (uint8_t)chance());
    CHECK(entropy_healthy(&die.entropy) == 1 << SOURCE_WATCHDOG && entropy_roll(&die.entropy, 6, &face));
}

static void without_randomness_a_press_shows_that_it_refuses(void)
{
    die_begin(&die);
    die_pressed(&die, 1);
    for (uint32_t ms = 1; ms < 4000; ms++)
        die_poll(&die, ms);
    CHECK(die.rolls.last_number == 0 && die.picture.scene == SCENE_REFUSES && die.refused == 1);
}

static void alone_it_is_a_plain_die_of_six(void)
{
    begin();
    unsigned seen = 0;
    for (int i = 0; i < 100; i++) {
        press();
        CHECK(die.picture.scene == SCENE_SHOW);
        seen |= 1u << die.rolls.waiting[die.rolls.count - 1].faces[0];
    }
    CHECK(die.rolls.last_number == 100 && seen == 0x7E);
}

static void pressed_when_no_roll_is_awaited_it_says_not_now(void)
{
    begin();
    die_host_is(&die, true, now_ms);
    CHECK(die.picture.scene == SCENE_DARK);
    die_pressed(&die, now_ms);
    CHECK(die.picture.scene == SCENE_NOT_NOW && die.refused == 1 && !die.tumbling);
    pass(NOT_NOW_MS + 1);
    CHECK(die.picture.scene == SCENE_DARK && die.rolls.last_number == 0);
}

static void an_awaited_roll_glows_tumbles_settles_and_asks_only_once(void)
{
    begin();
    die_host_is(&die, true, now_ms);
    await(3, 1, 6);
    CHECK(die.picture.scene == SCENE_GLOW);
    press();
    CHECK(die.rolls.count == 1 && die.rolls.waiting[0].awaited && die.rolls.waiting[0].die == 3);
    press();
    CHECK(die.rolls.last_number == 1);
    await(3, 1, 6);
    press();
    CHECK(die.rolls.last_number == 1); /* not before the host has the first one safe */
    rolls_seen(&die.rolls, 1);
    press();
    CHECK(die.rolls.last_number == 2);
}

static void two_dice_are_two_faces_of_one_roll(void)
{
    unsigned doubles = 0;
    begin();
    die_host_is(&die, true, now_ms);
    for (uint16_t i = 1; i <= 200; i++) {
        await(2, 2, 6);
        press();
        CHECK(die.rolls.last_number == i && die.rolls.count == 1);
        const uint8_t *faces = die.rolls.waiting[0].faces;
        CHECK(faces[0] >= 1 && faces[0] <= 6 && faces[1] >= 1 && faces[1] <= 6);
        doubles += faces[0] == faces[1];
        rolls_seen(&die.rolls, i);
    }
    CHECK(doubles > 10 && doubles < 70);
}

static void a_die_that_cannot_be_is_refused(void)
{
    begin();
    CHECK(!die_is(&die, (const uint8_t[]){1, 1, 1, 0}, 4, 0));
    CHECK(!die_is(&die, (const uint8_t[]){1, 1, 1, 3, 1, 2}, 6, 0));
    CHECK(!die_is(&die, (const uint8_t[]){1, 1, 3, 1, 1}, 5, 0));
    CHECK(die_is(&die, (const uint8_t[]){1, 1, 1, 1, 1}, 5, 0));
}

static void a_roll_is_said_again_until_it_is_seen(void)
{
    struct rolls rolls = {0};
    struct roll roll = {.die = 1, .faces = {4, 0}, .settled_ms = 1000};
    rolls_add(&rolls, &roll);
    CHECK(rolls_due(&rolls, 1000)->number == 1);
    CHECK(!rolls_due(&rolls, 1299) && rolls_due(&rolls, 1300) && !rolls_due(&rolls, 1301));
    rolls_seen(&rolls, 9);
    CHECK(rolls.count == 1);
    rolls_seen(&rolls, 1);
    CHECK(rolls.count == 0 && !rolls_due(&rolls, 9999));
    rolls_seen(&rolls, 1);
}

static void rolls_keep_their_order_and_numbers_skip_zero(void)
{
    struct rolls rolls = {.last_number = 0xFFFE};
    struct roll roll = {0};
    CHECK(rolls_add(&rolls, &roll)->number == 0xFFFF && rolls_add(&rolls, &roll)->number == 1);
    for (int i = 0; i < 7; i++)
        rolls_add(&rolls, &roll);
    CHECK(rolls_full(&rolls) && rolls.waiting[0].number == 1 && rolls.waiting[7].number == 8);
}

static void a_roll_is_written_as_in_the_vectors(void)
{
    static const uint8_t expected[] = {0xff, 0xff, 2, 3, 5, 0, 0xe8, 3};
    struct roll roll = {.number = 0xFFFF, .die = 2, .faces = {3, 5}, .settled_ms = 500};
    uint8_t out[8];
    CHECK(roll_payload(out, &roll, 1500) == 8 && !memcmp(out, expected, 8));
    roll_payload(out, &roll, 500 + 100000);
    CHECK(get_u16(out + 6) == UINT16_MAX);
}

static unsigned presses_of(const char *trace)
{
    struct button button = {0};
    unsigned presses = 0;
    for (; *trace; trace++)
        presses += button_sample(&button, *trace == '#');
    return presses;
}

static void a_bouncing_press_is_one_press(void)
{
    CHECK(presses_of("....#.#..##.###.#######################...#..#.##....................") == 1);
    CHECK(presses_of("....#.......#........#.........") == 0);
    CHECK(presses_of("..................########################.......................########################") == 2);
}

static void lights_are_faces_when_it_shows_and_two_dice_take_turns(void)
{
    struct picture p = {.scene = SCENE_SHOW, .shown = {0x55, 0}};
    CHECK(lights_at(&p, 0) == 0x55 && lights_at(&p, 5000) == 0x55);
    p.shown[1] = 0x08;
    CHECK(lights_at(&p, 500) == 0x55 && lights_at(&p, 1050) == 0 && lights_at(&p, 1500) == 0x08 && lights_at(&p, 2500) == 0x55);
}

static void a_glow_is_the_centre_brighter_and_darker(void)
{
    struct picture p = {.scene = SCENE_GLOW};
    unsigned dim = 0, bright = 0;
    for (uint32_t ms = 0; ms < 80; ms++) {
        CHECK((lights_at(&p, ms) & ~0x08) == 0);
        dim += lights_at(&p, ms) != 0;
        bright += lights_at(&p, 760 + ms) != 0;
    }
    CHECK(dim > 0 && bright > 2 * dim);
}

static void a_tumbling_die_shows_its_own_faces_and_slows_down(void)
{
    static const uint8_t patterns[] = {1, 2, 4, 8, 16, 32};
    struct picture p = {.scene = SCENE_TUMBLE, .patterns = patterns, .sides = 6};
    unsigned early = 0, late = 0;
    for (uint32_t ms = 1; ms < 300; ms++) {
        early += lights_at(&p, ms) != lights_at(&p, ms - 1);
        late += lights_at(&p, 600 + ms) != lights_at(&p, 600 + ms - 1);
        CHECK(lights_at(&p, ms) && lights_at(&p, ms) < 64);
    }
    CHECK(early > late && late >= 1);
}

const struct test die_tests[] = {
    TEST(every_face_is_equally_likely),
    TEST(nothing_is_rolled_before_a_source_is_known_to_be_healthy),
    TEST(a_source_found_bad_takes_its_unused_bits_along),
    TEST(the_other_source_is_enough),
    TEST(without_randomness_a_press_shows_that_it_refuses),
    TEST(alone_it_is_a_plain_die_of_six),
    TEST(pressed_when_no_roll_is_awaited_it_says_not_now),
    TEST(an_awaited_roll_glows_tumbles_settles_and_asks_only_once),
    TEST(two_dice_are_two_faces_of_one_roll),
    TEST(a_die_that_cannot_be_is_refused),
    TEST(a_roll_is_said_again_until_it_is_seen),
    TEST(rolls_keep_their_order_and_numbers_skip_zero),
    TEST(a_roll_is_written_as_in_the_vectors),
    TEST(a_bouncing_press_is_one_press),
    TEST(lights_are_faces_when_it_shows_and_two_dice_take_turns),
    TEST(a_glow_is_the_centre_brighter_and_darker),
    TEST(a_tumbling_die_shows_its_own_faces_and_slows_down),
    TESTS_END,
};
