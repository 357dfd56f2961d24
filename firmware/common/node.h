/* What every node does: hello, identity, acknowledgements, status, faults. The device part is behind four functions. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

void node_begin(uint8_t kind);

/* Takes what the line brought and says what is due; never waits. */
void node_poll(void);

bool node_send(uint8_t type, const uint8_t *payload, uint8_t count);

/* Says that a fault begins or is over. */
void node_fault(uint8_t code, uint8_t where, bool raised);

/* Bytes of the outgoing ring in use: who has much to say asks first. */
uint8_t node_backlog(void);

/* How long ago the host's last intact frame came. */
uint32_t node_host_silent_ms(void);

/* Supplied by the device. `device_command` returns an acknowledgement status. */
uint8_t device_command(uint8_t type, const uint8_t *arguments, uint8_t count);
uint16_t device_capabilities(void);
void device_status(void);
