#include "twi.h"

#include <avr/io.h>

#include "board.h"
#include "elapsed.h"

#define TWBR_100K 72
#define WAIT_US 400 /* a byte takes 90 us */
#define ACK_BITS (1 << TWINT | 1 << TWEN)

void twi_begin(void)
{
    TWBR = TWBR_100K;
    TWSR = 0;
    TWCR = 1 << TWEN;
}

static bool done(void)
{
    uint32_t began_us = clock_us();
    while (!(TWCR & (1 << TWINT)))
        if (elapsed(clock_us(), began_us) > WAIT_US)
            return false;
    return true;
}

/* Whatever state the bus is in, let go of it; the next start begins anew. */
static bool release(bool result)
{
    TWCR = ACK_BITS | 1 << TWSTO;
    if (!result)
        TWCR = 0;
    return result;
}

/* A stop still under way must be over, or the start after it is lost. */
static void stop_over(void)
{
    uint32_t began_us = clock_us();
    while (TWCR & (1 << TWSTO) && elapsed(clock_us(), began_us) < WAIT_US) {
    }
}

static bool start(void)
{
    stop_over();
    TWCR = ACK_BITS | 1 << TWSTA;
    return done();
}

static bool send(uint8_t byte)
{
    TWDR = byte;
    TWCR = ACK_BITS;
    return done();
}

/* Address and data acknowledged: 0x18, 0x28, 0x40. */
static bool acknowledged(void)
{
    uint8_t status = TWSR & 0xF8;
    return status == 0x18 || status == 0x28 || status == 0x40;
}

static bool point_to(uint8_t address, uint8_t reg)
{
    return start() && send((uint8_t)(address << 1)) && acknowledged() && send(reg) && acknowledged();
}

bool twi_write(uint8_t address, uint8_t reg, uint8_t value)
{
    return release(point_to(address, reg) && send(value));
}

static bool receive(uint8_t *bytes, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        TWCR = i + 1 < count ? ACK_BITS | 1 << TWEA : ACK_BITS;
        if (!done())
            return false;
        bytes[i] = TWDR;
    }
    return true;
}

bool twi_read(uint8_t address, uint8_t reg, uint8_t *bytes, uint8_t count)
{
    bool asked = point_to(address, reg) && start() && send((uint8_t)(address << 1 | 1)) && acknowledged();
    return release(asked && receive(bytes, count));
}
