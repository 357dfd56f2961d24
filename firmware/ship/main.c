/* The ship node: four load cells and perhaps a tilt sensor, told to the host as they come. */
#include "board.h"
#include "bytes.h"
#include "cell.h"
#include "elapsed.h"
#include "hx711.h"
#include "lis3dh.h"
#include "node.h"
#include "twi.h"
#include "wire.h"

#define STUCK_AFTER 8
#define ORPHAN_AFTER_US 2000
#define LATE_FAULT_PER_S 3

static struct cell cells[CELLS];
static uint32_t orphan_since_us[CELLS];
static uint16_t late_before[CELLS];
static uint8_t silent_mask, stuck_mask, long_mask, late_mask;
static struct tilt tilt;
static bool tilt_lost_said;

/* Says a fault when it begins and when it is over, not in between. */
static void fault_is(uint8_t *mask, uint8_t code, uint8_t cell, bool present)
{
    uint8_t bit = (uint8_t)(1 << cell);
    if (!(*mask & bit) == !present)
        return;
    *mask ^= bit;
    node_fault(code, cell, present);
}

static void say_reading(const struct reading *reading)
{
    uint8_t payload[8];
    node_send(SAY_READING, payload, reading_payload(payload, reading));
}

static void read_cell(uint8_t at)
{
    struct cell_read read = hx711_read(at);
    struct reading reading = {.cell = at};
    enum cell_verdict verdict = cell_judge(&cells[at], &read, &reading);
    if (verdict == READ_GOOD)
        say_reading(&reading);
    fault_is(&silent_mask, FAULT_CELL_SILENT, at, false);
    bool keeps_failing = cells[at].bad_in_row >= STUCK_AFTER;
    fault_is(&stuck_mask, FAULT_CELL_STUCK, at, keeps_failing && verdict == READ_UNREADY);
    fault_is(&long_mask, FAULT_CELL_PULSE_LONG, at, keeps_failing && verdict == READ_PULSE_LONG);
}

/* Data that has been low for a while without an edge (at the start, or an edge lost in noise): clock it out, do not use it. */
static void read_orphan(uint8_t at)
{
    struct cell_read read = hx711_read(at);
    cell_orphan(&cells[at], &read);
    fault_is(&stuck_mask, FAULT_CELL_STUCK, at, cells[at].bad_in_row >= STUCK_AFTER);
}

static void look_for_orphan(uint8_t at, uint32_t now_us)
{
    if (!hx711_waiting(at)) {
        orphan_since_us[at] = now_us;
    } else if (elapsed(now_us, orphan_since_us[at]) > ORPHAN_AFTER_US) {
        orphan_since_us[at] = now_us;
        read_orphan(at);
    }
}

static void poll_cell(uint8_t at)
{
    uint32_t edge_us, now_us = clock_us();
    if (hx711_ready(at, &edge_us)) {
        cell_edge(&cells[at], edge_us);
        read_cell(at);
    } else {
        look_for_orphan(at, now_us);
    }
    if (cell_fell_silent(&cells[at], clock_us()))
        fault_is(&silent_mask, FAULT_CELL_SILENT, at, true);
}

static void poll_tilt(void)
{
    int16_t xyz_mg[3];
    if (tilt_poll(&tilt, uptime_ms(), xyz_mg)) {
        uint8_t payload[10], *at = put_u32(payload, clock_us());
        for (uint8_t axis = 0; axis < 3; axis++)
            at = put_u16(at, (uint16_t)xyz_mg[axis]);
        node_send(SAY_TILT, payload, sizeof payload);
    }
    bool lost = tilt.state == TILT_LOST;
    if (lost != tilt_lost_said) {
        tilt_lost_said = lost;
        node_fault(FAULT_TILT_LOST, 0, lost);
    }
}

uint16_t device_capabilities(void)
{
    return tilt.state == TILT_RUNNING ? CAN_CELLS | CAN_TILT : CAN_CELLS;
}

uint8_t device_command(uint8_t type, const uint8_t *arguments, uint8_t count)
{
    (void)type, (void)arguments, (void)count;
    return ACK_UNKNOWN;
}

static uint8_t *put_cell(uint8_t *at, const struct cell *cell)
{
    at = put_u16(at, cell->conversions);
    at = put_u16(at, cell->late);
    at = put_u16(at, cell->long_pulses);
    at = put_u16(at, cell->missed);
    return put_u16(at, cell->unready);
}

void device_status(void)
{
    uint8_t payload[44], *at = put_u16(payload + 2, tilt.errors);
    payload[0] = 0;
    payload[1] = tilt.state;
    for (uint8_t i = 0; i < CELLS; i++) {
        payload[0] |= (uint8_t)(cells[i].answering << i);
        at = put_cell(at, &cells[i]);
        fault_is(&late_mask, FAULT_CELL_LATE, i, (uint16_t)(cells[i].late - late_before[i]) >= LATE_FAULT_PER_S);
        late_before[i] = cells[i].late;
    }
    node_send(SAY_SHIP_STATUS, payload, sizeof payload);
}

int main(void)
{
    node_begin(KIND_SHIP);
    hx711_begin();
    twi_begin();
    for (;;) {
        node_poll();
        for (uint8_t i = 0; i < CELLS; i++)
            poll_cell(i);
        poll_tilt();
        board_rest();
    }
}
