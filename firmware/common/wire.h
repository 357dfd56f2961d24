/* Numbers of the wire (firmware/PROTOCOL.md). */
#pragma once

#define PROTOCOL_VERSION 1
#define FIRMWARE_MAJOR 0
#define FIRMWARE_MINOR 1
#define FIRMWARE_PATCH 0

enum kind { KIND_SHIP = 1, KIND_DIE = 2 };
enum capability { CAN_CELLS = 1, CAN_TILT = 2, CAN_DIE = 4, CAN_BURST = 8 };
enum ack { ACK_DONE = 0, ACK_UNKNOWN = 1, ACK_BAD_VALUE = 2, ACK_BUSY = 3, ACK_ALREADY_SET = 4 };

enum from_node {
    SAY_HELLO = 0x01,
    SAY_ACK = 0x02,
    SAY_STATUS = 0x03,
    SAY_SHIP_STATUS = 0x04,
    SAY_FAULT = 0x05,
    SAY_READING = 0x10,
    SAY_TILT = 0x11,
    SAY_ROLLED = 0x20,
    SAY_DIE_STATUS = 0x21,
    SAY_ROLL_BURST = 0x22,
};

enum to_node {
    ASK_HELLO = 0x40,
    SET_IDENTITY = 0x41,
    RESTART = 0x42,
    DIE_IS = 0x60,
    ROLL_SEEN = 0x61,
    BURST = 0x62,
};

enum fault {
    FAULT_CELL_SILENT = 0x10,
    FAULT_CELL_LATE = 0x11,
    FAULT_CELL_PULSE_LONG = 0x12,
    FAULT_CELL_STUCK = 0x13,
    FAULT_TILT_LOST = 0x14,
    FAULT_SOURCE_REFUSED = 0x20,
    FAULT_NO_RANDOMNESS = 0x21,
    FAULT_IDENTITY_DAMAGED = 0x30,
};

/* Reset register's four bits as the hello says them, and our own. */
enum boot { BOOT_ASKED = 0x10 };
