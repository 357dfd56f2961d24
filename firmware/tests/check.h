/* A test is a function; a check that fails prints where and ends the test. */
#pragma once
#include <stdio.h>

extern int check_failures;

#define CHECK(what)                                                      \
    do {                                                                 \
        if (!(what)) {                                                   \
            printf("  %s:%d: not so: %s\n", __FILE__, __LINE__, #what);  \
            check_failures++;                                            \
            return;                                                      \
        }                                                                \
    } while (0)

struct test {
    const char *name;
    void (*run)(void);
};

#define TEST(function) {#function, function}
#define TESTS_END {0, 0}

extern const struct test vector_tests[], line_tests[], node_tests[], cell_tests[], health_tests[], die_tests[];
