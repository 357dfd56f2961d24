/* The UART as a pseudo terminal that can be pulled out, and whose bytes can be spoiled both ways. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "avr_uart.h"
#include "sim.h"

#define WAITING_MAX 2048 /* a chip that never pauses is not waited for */

static avr_t *avr;
static avr_irq_t *to_chip;
static const char *link_path;
static char name[128];
static int master = -1;
static bool chip_takes = true;
static bool patient;
static uint8_t pending[1 << 16];
static unsigned pending_count;
static double flip_per_byte, lose_per_byte;
static unsigned sent, unread, flipped, lost;

static void plug_in(void)
{
    int slave;
    struct termios raw;
    if (master >= 0 || openpty(&master, &slave, name, NULL, NULL))
        return;
    tcgetattr(slave, &raw);
    cfmakeraw(&raw);
    tcsetattr(slave, TCSANOW, &raw);
    close(slave); /* so that the host's absence can be seen */
    fcntl(master, F_SETFL, O_NONBLOCK);
    if (link_path) {
        unlink(link_path);
        if (symlink(name, link_path))
            perror(link_path);
    }
}

void line_close(void)
{
    if (master >= 0)
        close(master);
    master = -1;
    if (link_path)
        unlink(link_path);
}

bool line_host_is_there(void)
{
    struct pollfd p = {master, POLLOUT, 0};
    return master >= 0 && poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP);
}

void line_waits_for_the_host(void)
{
    patient = true;
}

/* What the host has not read yet, as much as a kernel keeps of a serial line. Without a host it is lost. */
static void flush(void)
{
    while (pending_count) {
        if (!line_host_is_there()) {
            unread += pending_count;
            pending_count = 0;
            return;
        }
        ssize_t taken = write(master, pending, pending_count);
        if (taken > 0) {
            pending_count -= (unsigned)taken;
            memmove(pending, pending + taken, pending_count);
        } else if (patient) { /* the chip's time stands still meanwhile */
            struct pollfd p = {master, POLLOUT, 0};
            poll(&p, 1, 100);
        } else {
            return;
        }
    }
}

static bool spoil(uint8_t *byte)
{
    if (lose_per_byte && random_unit() < lose_per_byte) {
        lost++;
        return false;
    }
    if (flip_per_byte && random_unit() < flip_per_byte) {
        *byte ^= (uint8_t)(1 << random_bits() % 8);
        flipped++;
    }
    return true;
}

static void from_chip(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    uint8_t byte = (uint8_t)value;
    sent++;
    if (!spoil(&byte))
        return;
    if (pending_count < sizeof pending)
        pending[pending_count++] = byte;
    else
        unread++;
}

static void may_send(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)value;
    chip_takes = param != NULL;
}

static void deliver(uint8_t byte)
{
    if (spoil(&byte))
        avr_raise_irq(to_chip, byte);
}

/* What the chip says is handed over between its frames: a simulator that the machine holds up never leaves half a one on the line. */
static void flush_between_frames(void)
{
    static unsigned sent_before;
    if (sent == sent_before || pending_count > WAITING_MAX)
        flush();
    sent_before = sent;
}

void line_poll(void)
{
    uint8_t byte;
    flush_between_frames();
    while (master >= 0 && chip_takes && read(master, &byte, 1) == 1)
        deliver(byte);
}

void line_attach(avr_t *chip, const char *link)
{
    avr = chip;
    link_path = link;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= (uint32_t) ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_chip = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), from_chip, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), may_send, &chip_takes);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), may_send, NULL);
    plug_in();
}

static bool inject(const char *hex)
{
    for (unsigned value; sscanf(hex, "%2x", &value) == 1; hex += 2) {
        uint8_t byte = (uint8_t)value;
        if (write(master, &byte, 1) != 1)
            return false;
    }
    return true;
}

bool line_command(const char *line)
{
    if (!strcmp(line, "unplug"))
        return line_close(), true;
    if (!strcmp(line, "replug"))
        return plug_in(), true;
    if (!strncmp(line, "inject ", 7))
        return inject(line + 7);
    return sscanf(line, "flip %lf", &flip_per_byte) == 1 || sscanf(line, "lose %lf", &lose_per_byte) == 1;
}

void line_report(FILE *to)
{
    fprintf(to, "\"line\":{\"pty\":\"%s\",\"sent\":%u,\"unread\":%u,\"flipped\":%u,\"lost\":%u}", master < 0 ? "" : name, sent, unread,
            flipped, lost);
}
