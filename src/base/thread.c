#include "base/thread.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

pthread_t thread_start(void *(*main)(void *), void *argument)
{
    static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t outside, before;
    pthread_t thread;

    sigfillset(&outside);
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++)
        sigdelset(&outside, FAULTS[i]);
    pthread_sigmask(SIG_SETMASK, &outside, &before);
    if (pthread_create(&thread, NULL, main, argument)) {
        fprintf(stderr, "miscope: cannot start a thread\n");
        abort();
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return thread;
}
