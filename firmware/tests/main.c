/* Runs every unit test, or those whose names are given, and prints one line for each. */
#include <string.h>

#include "check.h"

int check_failures;

static int wanted(const char *name, int count, char **names)
{
    for (int i = 1; i < count; i++)
        if (!strcmp(names[i], name))
            return 1;
    return count == 1;
}

static void run(const struct test *tests, int count, char **names)
{
    for (; tests->run; tests++) {
        if (!wanted(tests->name, count, names))
            continue;
        int before = check_failures;
        tests->run();
        printf("%s %s\n", check_failures == before ? "ok" : "FAILED", tests->name);
        fflush(stdout);
    }
}

int main(int count, char **names)
{
    run(vector_tests, count, names);
    run(line_tests, count, names);
    run(node_tests, count, names);
    run(cell_tests, count, names);
    run(health_tests, count, names);
    run(die_tests, count, names);
    return check_failures != 0;
}
