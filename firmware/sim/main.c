/* Runs a node's real binary on a simulated ATmega328P. See firmware/README.md for the commands it takes on standard input. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "avr_eeprom.h"
#include "identity.h"
#include "sim.h"
#include "sim_elf.h"

#define HZ 16000000
#define SLICE_CYCLES (HZ / 2000)
#define MCUSR_ADDRESS 0x54
#define POWER_ON 1
#define RESET_PIN 2
#define AHEAD_S 0.001

struct options {
    const char *firmware, *link, *identity;
    double seconds, clock_us;
    bool free_running, die;
};

static volatile sig_atomic_t stopped;
static bool was_reset;
static uint32_t clock_rounds_address;

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles)
{
    (void)avr, (void)cycles;
}

static void note_reset(avr_t *avr)
{
    (void)avr;
    was_reset = true;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void find_clock(const elf_firmware_t *firmware)
{
    for (uint32_t i = 0; i < firmware->symbolcount; i++)
        if (!strcmp(firmware->symbol[i]->symbol, "clock_rounds"))
            clock_rounds_address = firmware->symbol[i]->addr & 0xFFFF;
}

static avr_t *make_chip(const struct options *options)
{
    static elf_firmware_t firmware;
    if (elf_read_firmware(options->firmware, &firmware))
        return NULL;
    avr_t *avr = avr_make_mcu_by_name("atmega328p");
    avr_init(avr);
    avr->log = LOG_ERROR;
    avr->frequency = firmware.frequency = HZ;
    avr_load_firmware(avr, &firmware);
    find_clock(&firmware);
    avr->sleep = no_sleep;
    avr->reset = note_reset;
    avr->data[MCUSR_ADDRESS] = POWER_ON;
    return avr;
}

static void preset_identity(avr_t *avr, const char *text)
{
    uint8_t name[IDENTITY_BYTES] = {0};
    memcpy(name, text, strnlen(text, IDENTITY_BYTES));
    struct identity_record record = identity_make(name);
    avr_eeprom_desc_t block = {.ee = (uint8_t *)&record, .offset = 0, .size = sizeof record};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &block);
}

/* The firmware's clock, once its start-up code has cleared its memory. */
static void preset_clock(avr_t *avr, double clock_us)
{
    uint32_t rounds = (uint32_t)clock_us >> 15;
    for (int i = 0; i < 4; i++)
        avr->data[clock_rounds_address + i] = (uint8_t)(rounds >> 8 * i);
}

static void report(const avr_t *avr, double began_s)
{
    struct timespec cpu;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
    printf("{\"simulated_s\":%.4f,\"wall_s\":%.4f,\"cpu_s\":%.3f,", (double)avr->cycle / HZ, now_s() - began_s,
           (double)cpu.tv_sec + (double)cpu.tv_nsec * 1e-9);
    hx711_report(stdout);
    printf(",");
    line_report(stdout);
    printf(",");
    die_report(stdout);
    printf("}\n");
    fflush(stdout);
}

static void reset_pin(avr_t *avr)
{
    avr_reset(avr);
    avr->data[MCUSR_ADDRESS] = RESET_PIN;
}

/* The program runs into an endless loop where it stands, until the next reset. */
static uint32_t hung_at;
static uint8_t hung_over[2];

static void hang(avr_t *avr)
{
    static const uint8_t jump_to_itself[2] = {0xFF, 0xCF};
    hung_at = avr->pc;
    memcpy(hung_over, avr->flash + hung_at, 2);
    memcpy(avr->flash + hung_at, jump_to_itself, 2);
}

static void unhang(avr_t *avr)
{
    if (hung_at)
        memcpy(avr->flash + hung_at, hung_over, 2);
    hung_at = 0;
}

static void obey(avr_t *avr, char *line, double began_s)
{
    if (!strcmp(line, "quit"))
        stopped = 1;
    else if (!strcmp(line, "report"))
        report(avr, began_s);
    else if (!strcmp(line, "reset"))
        reset_pin(avr);
    else if (!strcmp(line, "hang"))
        hang(avr);
    else if (!hx711_command(line) && !lis3dh_command(line) && !line_command(line) && !die_command(line))
        fprintf(stderr, "not understood: %s\n", line);
}

static void take_commands(avr_t *avr, double began_s)
{
    static char text[1 << 16];
    static size_t held;
    struct pollfd p = {STDIN_FILENO, POLLIN, 0};
    if (poll(&p, 1, 0) <= 0)
        return;
    ssize_t got = read(STDIN_FILENO, text + held, sizeof text - held - 1);
    if (got <= 0) {
        stopped = 1; /* whoever drives us is gone */
        return;
    }
    held += (size_t)got;
    text[held] = 0;
    char *line = text, *end;
    for (; (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        obey(avr, line, began_s);
    }
    held = strlen(line);
    memmove(text, line, held + 1);
}

static void pace(double simulated_s, double *began_s)
{
    double ahead_s = simulated_s - (now_s() - *began_s);
    if (ahead_s < -0.5)
        *began_s -= ahead_s; /* the machine was busy: do not race to catch up */
    if (ahead_s < AHEAD_S)
        return;
    struct timespec t = {(time_t)ahead_s, (long)((ahead_s - (double)(time_t)ahead_s) * 1e9)};
    nanosleep(&t, NULL);
}

static void after_reset(avr_t *avr, const struct options *options)
{
    was_reset = false;
    unhang(avr);
    if (options->die)
        die_after_reset();
    else
        hx711_after_reset();
}

/* Free running, nothing happens before somebody listens; commands are taken meanwhile. */
static void wait_for_the_host(avr_t *avr)
{
    line_waits_for_the_host();
    while (!stopped && !line_host_is_there()) {
        take_commands(avr, now_s());
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    }
}

static void run(avr_t *avr, const struct options *options)
{
    if (options->free_running)
        wait_for_the_host(avr);
    double began_s = now_s(), paced_from_s = began_s;
    bool clock_is_set = options->clock_us < 0;
    for (avr_cycle_count_t until = SLICE_CYCLES; !stopped; until += SLICE_CYCLES) {
        int state = cpu_Running;
        while (avr->cycle < until && state != cpu_Done && state != cpu_Crashed)
            state = avr_run(avr);
        double simulated_s = (double)avr->cycle / HZ;
        if (state == cpu_Done || state == cpu_Crashed || simulated_s >= options->seconds)
            break;
        if (was_reset)
            after_reset(avr, options);
        if (!clock_is_set && avr->cycle > HZ / 1000) {
            preset_clock(avr, options->clock_us);
            clock_is_set = true;
        }
        line_poll();
        take_commands(avr, began_s);
        if (!options->free_running)
            pace(simulated_s, &paced_from_s);
    }
    report(avr, began_s);
}

static bool parse(int count, char **arguments, struct options *o)
{
    static const struct option names[] = {
        {"link", required_argument, 0, 'l'},  {"identity", required_argument, 0, 'i'}, {"seconds", required_argument, 0, 's'},
        {"clock", required_argument, 0, 'c'}, {"free", no_argument, 0, 'f'},           {"die", no_argument, 0, 'd'},
        {0, 0, 0, 0},
    };
    *o = (struct options){.seconds = 1e9, .clock_us = -1};
    for (int which; (which = getopt_long(count, arguments, "", names, NULL)) != -1;)
        switch (which) {
        case 'l': o->link = optarg; break;
        case 'i': o->identity = optarg; break;
        case 's': o->seconds = atof(optarg); break;
        case 'c': o->clock_us = atof(optarg); break;
        case 'f': o->free_running = true; break;
        case 'd': o->die = true; break;
        default: return false;
        }
    o->firmware = arguments[optind];
    return o->firmware != NULL;
}

int main(int count, char **arguments)
{
    struct options options;
    if (!parse(count, arguments, &options)) {
        fprintf(stderr, "sim [--link PATH] [--identity NAME] [--seconds S] [--clock MICROSECONDS] [--free] [--die] FIRMWARE.elf\n");
        return 2;
    }
    avr_t *avr = make_chip(&options);
    if (!avr)
        return 1;
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    signal(SIGPIPE, SIG_IGN);
    if (options.identity)
        preset_identity(avr, options.identity);
    if (options.die)
        die_attach(avr);
    else
        hx711_attach(avr), lis3dh_attach(avr);
    line_attach(avr, options.link);
    run(avr, &options);
    line_close();
    return 0;
}
