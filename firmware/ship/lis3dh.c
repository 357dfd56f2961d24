#include "lis3dh.h"

#include "elapsed.h"
#include "twi.h"

#define LOOK_EVERY_MS 2000
#define READ_EVERY_MS 20
#define LOST_AFTER 5

#define WHO_AM_I 0x0F
#define I_AM_LIS3DH 0x33
#define CTRL_REG1 0x20
#define RATE_100_XYZ 0x57
#define CTRL_REG4 0x23
#define HELD_STILL_2G_FINE 0x88 /* no half-renewed values; +-2 g; 12 bits */
#define STATUS_REG 0x27
#define NEW_XYZ 0x08
#define MANY 0x80 /* count the register up while reading */

static bool answers(uint8_t address)
{
    uint8_t who;
    return twi_read(address, WHO_AM_I, &who, 1) && who == I_AM_LIS3DH && twi_write(address, CTRL_REG4, HELD_STILL_2G_FINE) &&
           twi_write(address, CTRL_REG1, RATE_100_XYZ);
}

static void look(struct tilt *t)
{
    for (uint8_t address = 0x18; address <= 0x19; address++)
        if (answers(address)) {
            t->address = address;
            t->failed_in_row = 0;
            t->state = TILT_RUNNING;
            return;
        }
}

/* Status and the six data bytes in one go; 12 bits left-aligned, one thousandth of g each. */
static bool fetch(struct tilt *t, int16_t xyz_mg[3], bool *fresh)
{
    uint8_t bytes[7];
    if (!twi_read(t->address, STATUS_REG | MANY, bytes, sizeof bytes))
        return false;
    *fresh = bytes[0] & NEW_XYZ;
    for (uint8_t axis = 0; axis < 3; axis++)
        xyz_mg[axis] = (int16_t)(bytes[1 + 2 * axis] | (uint16_t)bytes[2 + 2 * axis] << 8) / 16;
    return true;
}

static void failed(struct tilt *t)
{
    t->errors++;
    if (++t->failed_in_row >= LOST_AFTER)
        t->state = TILT_LOST;
}

bool tilt_poll(struct tilt *t, uint32_t now_ms, int16_t xyz_mg[3])
{
    if (t->state != TILT_RUNNING) {
        if (elapsed(now_ms, t->looked_ms) >= LOOK_EVERY_MS || !t->looked_ms) {
            t->looked_ms = now_ms | 1;
            look(t);
        }
        return false;
    }
    if (elapsed(now_ms, t->read_ms) < READ_EVERY_MS)
        return false;
    t->read_ms = now_ms;
    bool fresh = false;
    if (!fetch(t, xyz_mg, &fresh)) {
        failed(t);
        return false;
    }
    t->failed_in_row = 0;
    return fresh;
}
