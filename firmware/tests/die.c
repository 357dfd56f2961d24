#include "check.h"
const struct test die_tests[] = {TESTS_END};
