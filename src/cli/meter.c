#include "cli/meter.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

enum { BAR_COLUMNS = 32, PERIOD_MS = 100 };

struct meter {
    char label[40];
    struct progress *progress; /* not owned */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool stop;
};

static void draw(const struct meter *m)
{
    int done = atomic_load(&m->progress->done);
    int total = atomic_load(&m->progress->total);
    int filled = total > 0 ? (int)((long)BAR_COLUMNS * done / total) : 0;
    char bar[BAR_COLUMNS + 1];

    if (total <= 0)
        return;
    for (int i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r%s  [%s]  %d/%d\033[K", m->label, bar, done, total);
    fflush(stderr);
}

static struct timespec soon(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += PERIOD_MS * 1000000L;
    if (t.tv_nsec >= 1000000000L) {
        t.tv_nsec -= 1000000000L;
        t.tv_sec++;
    }
    return t;
}

static void *watch(void *argument)
{
    struct meter *m = argument;

    pthread_mutex_lock(&m->lock);
    while (!m->stop) {
        struct timespec until = soon();

        pthread_cond_timedwait(&m->wake, &m->lock, &until);
        if (!m->stop)
            draw(m);
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

struct meter *meter_begin(const char *label, struct progress *p)
{
    struct meter *m;
    sigset_t all, before;

    if (!isatty(STDERR_FILENO))
        return NULL;
    m = memory_new(1, sizeof *m);
    snprintf(m->label, sizeof m->label, "%s", label);
    m->progress = p;
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->wake, NULL);
    sigfillset(&all); /* signals are the main thread's business */
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&m->thread, NULL, watch, m) != 0) {
        free(m);
        m = NULL;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return m;
}

void meter_end(struct meter *m)
{
    if (!m)
        return;
    pthread_mutex_lock(&m->lock);
    m->stop = true;
    pthread_cond_signal(&m->wake);
    pthread_mutex_unlock(&m->lock);
    pthread_join(m->thread, NULL);
    fprintf(stderr, "\r\033[K");
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->wake);
    free(m);
}
