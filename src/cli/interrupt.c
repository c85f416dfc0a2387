#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof SIGNALS[0] };

/* A handler can reach nothing that is not global. */
static struct {
    struct progress *watched;
    volatile sig_atomic_t signal;
} interrupted;

static void cancel(int signal)
{
    interrupted.signal = signal;
    atomic_store(&interrupted.watched->cancel, true);
}

void interrupt_begin(struct progress *watched)
{
    struct sigaction action = {.sa_handler = cancel, .sa_flags = 0};
    struct sigaction before;

    interrupted.watched = watched;
    interrupted.signal = 0;
    sigfillset(&action.sa_mask);
    action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        sigaction(SIGNALS[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) /* as nohup leaves it */
            sigaction(SIGNALS[i], &action, NULL);
    }
}

int interrupt_end(void)
{
    struct sigaction now;

    for (int i = 0; i < SIGNAL_COUNT; i++) {
        sigaction(SIGNALS[i], NULL, &now);
        if (now.sa_handler == cancel)
            signal(SIGNALS[i], SIG_DFL);
    }
    return interrupted.signal;
}
