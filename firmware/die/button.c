#include "button.h"

/* An integrator: bounces pull it back and forth, only a contact that mostly stays wins. */
bool button_sample(struct button *b, bool closed)
{
    if (closed == b->down) {
        b->sure -= b->sure > 0;
        return false;
    }
    if (++b->sure < BUTTON_SURE_MS)
        return false;
    b->sure = 0;
    b->down = closed;
    return closed;
}
