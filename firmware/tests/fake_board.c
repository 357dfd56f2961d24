#include "fake_board.h"

#include <string.h>

#include "board.h"

struct fake_board board;
static struct ring *outgoing;

void fake_board_begin(void)
{
    memset(&board, 0, sizeof board);
    memset(&board.eeprom, 0xFF, sizeof board.eeprom);
}

void fake_line(const uint8_t *bytes, unsigned count)
{
    memcpy(board.in, bytes, count);
    board.in_count = count;
    board.in_at = 0;
}

void fake_drain(void)
{
    while (ring_take(outgoing, &board.out[board.out_count]))
        board.out_count++;
}

void board_begin(struct ring *ring)
{
    outgoing = ring;
    memset(ring, 0, sizeof *ring);
}

uint8_t board_boot_reason(void)
{
    return board.boot;
}

uint32_t clock_us(void)
{
    return board.us;
}

uint32_t uptime_ms(void)
{
    return board.ms;
}

void line_kick(void)
{
}

bool line_take(uint8_t *byte)
{
    if (board.in_at == board.in_count)
        return false;
    *byte = board.in[board.in_at++];
    return true;
}

uint16_t line_overruns(void)
{
    return 0;
}

void watchdog_alive(void)
{
}

void board_restart(void)
{
    longjmp(board.restarted, 1);
}

void identity_load(struct identity_record *record)
{
    *record = board.eeprom;
}

void identity_store(const struct identity_record *record)
{
    board.eeprom = *record;
    board.stores++;
}
