/* A LIS3DH at address 0x19: identity, control registers kept, status always new, three axes in thousandths of g. */
#include <string.h>

#include "avr_twi.h"
#include "sim.h"

#define ADDRESS 0x19
#define WHO_AM_I 0x0F
#define STATUS_REG 0x27
#define OUT_X_L 0x28

static avr_irq_t *bus;
static uint8_t registers[128];
static uint8_t at;
static bool present, selected, first_byte, counting;

static void answer(uint8_t kind, uint8_t byte)
{
    avr_raise_irq(bus + TWI_IRQ_INPUT, avr_twi_irq_msg(kind, ADDRESS << 1, byte));
}

static void began(uint8_t address)
{
    selected = present && address >> 1 == ADDRESS;
    if (!selected)
        return;
    first_byte = !(address & 1);
    answer(TWI_COND_ACK, 1);
}

static void written(uint8_t byte)
{
    answer(TWI_COND_ACK, 1);
    if (first_byte) {
        at = byte & 0x7F;
        counting = byte & 0x80;
        first_byte = false;
    } else {
        registers[at] = byte;
        at = (at + counting) & 0x7F;
    }
}

static void on_bus(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    avr_twi_msg_irq_t message = {.u.v = value};
    uint8_t kind = message.u.twi.msg;
    if (kind & TWI_COND_STOP)
        selected = false;
    if (kind & TWI_COND_START)
        began(message.u.twi.addr);
    else if (selected && kind & TWI_COND_WRITE)
        written(message.u.twi.data);
    else if (selected && kind & TWI_COND_READ) {
        answer(TWI_COND_READ, registers[at]);
        at = (at + counting) & 0x7F;
    }
}

static void axes(const int mg[3])
{
    for (int i = 0; i < 3; i++) {
        int raw = mg[i] * 16;
        registers[OUT_X_L + 2 * i] = (uint8_t)raw;
        registers[OUT_X_L + 2 * i + 1] = (uint8_t)(raw >> 8);
    }
}

void lis3dh_attach(avr_t *avr)
{
    static const char *names[2] = {[TWI_IRQ_INPUT] = "8>lis3dh.out", [TWI_IRQ_OUTPUT] = "32<lis3dh.in"};
    bus = avr_alloc_irq(&avr->irq_pool, 0, 2, names);
    avr_irq_register_notify(bus + TWI_IRQ_OUTPUT, on_bus, NULL);
    avr_connect_irq(bus + TWI_IRQ_INPUT, avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_INPUT));
    avr_connect_irq(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT), bus + TWI_IRQ_OUTPUT);
    registers[WHO_AM_I] = 0x33;
    registers[STATUS_REG] = 0x08;
    axes((const int[3]){0, 0, 1000});
}

bool lis3dh_command(const char *line)
{
    int mg[3];
    if (!strcmp(line, "tilt on") || !strcmp(line, "tilt off")) {
        present = !strcmp(line, "tilt on");
        return true;
    }
    if (sscanf(line, "tilt %d %d %d", &mg[0], &mg[1], &mg[2]) != 3)
        return false;
    present = true;
    axes(mg);
    return true;
}
