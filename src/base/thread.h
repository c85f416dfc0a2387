#ifndef MISCOPE_THREAD_H
#define MISCOPE_THREAD_H
/*
 * thread - starts a thread that leaves signals from outside to the main one.
 *
 * Those a fault raises stay open, so that a crash in a worker still reaches
 * the handler that restores the terminal. A thread that cannot be started ends
 * the program with a sentence, as memory does.
 */

#include <pthread.h>

pthread_t thread_start(void *(*main)(void *), void *argument);

#endif
