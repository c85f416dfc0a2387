#include "session/worker.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/thread.h"
#include "session/drive.h"

struct job {
    const struct step *from; /* NULL: no job */
    struct settings settings;
};

struct worker {
    const struct predictor *predictor;
    int masked_at_start;
    pthread_t thread;
    int fd;
    struct progress progress; /* of `running` */
    pthread_mutex_t lock;     /* guards what follows */
    pthread_cond_t asked;
    struct job queued, running, finished;
    struct step *result; /* of `finished`; owned */
    bool quit;
};

static bool same_job(const struct job *j, const struct step *from,
                     const struct settings *s)
{
    return j->from == from && settings_equal(&j->settings, s);
}

static void announce(struct worker *w)
{
    uint64_t one = 1;

    while (write(w->fd, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

static void forget_result(struct worker *w)
{
    free(w->result);
    w->result = NULL;
    w->finished.from = NULL;
}

/* Called with the lock held; gives it up while computing. */
static void run_queued(struct worker *w)
{
    struct step *made;

    w->running = w->queued;
    w->queued.from = NULL;
    atomic_store(&w->progress.cancel, false);
    progress_begin(&w->progress, 1);
    pthread_mutex_unlock(&w->lock);
    made = drive_step(w->running.from, w->predictor, &w->running.settings,
                      true, w->masked_at_start, &w->progress);
    pthread_mutex_lock(&w->lock);
    if (progress_cancelled(&w->progress)) {
        free(made);
    } else if (made) {
        forget_result(w);
        w->result = made;
        w->finished = w->running;
        announce(w);
    }
    w->running.from = NULL;
}

static void *worker_main(void *argument)
{
    struct worker *w = argument;

    pthread_mutex_lock(&w->lock);
    while (!w->quit) {
        if (w->queued.from)
            run_queued(w);
        else
            pthread_cond_wait(&w->asked, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct worker *worker_new(const struct predictor *pr, int masked_at_start)
{
    struct worker *w = memory_new(1, sizeof *w);

    w->predictor = pr;
    w->masked_at_start = masked_at_start;
    w->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (w->fd < 0) {
        fprintf(stderr, "miscope: no eventfd: %s\n", strerror(errno));
        abort();
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->asked, NULL);
    w->thread = thread_start(worker_main, w);
    return w;
}

/* Called with the lock held. */
static void cancel_running(struct worker *w)
{
    w->queued.from = NULL;
    if (w->running.from)
        atomic_store(&w->progress.cancel, true);
}

void worker_free(struct worker *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    cancel_running(w);
    w->quit = true;
    pthread_cond_signal(&w->asked);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->asked);
    close(w->fd);
    free(w->result);
    free(w);
}

/* Called with the lock held. */
static bool is_under_way(struct worker *w, const struct step *from,
                         const struct settings *s)
{
    return same_job(&w->queued, from, s) || same_job(&w->finished, from, s) ||
           (same_job(&w->running, from, s) && !w->queued.from &&
            !progress_cancelled(&w->progress));
}

void worker_ask(struct worker *w, const struct step *from,
                const struct settings *s)
{
    pthread_mutex_lock(&w->lock);
    if (!is_under_way(w, from, s)) {
        cancel_running(w);
        forget_result(w);
        w->queued = (struct job){from, *s};
        pthread_cond_signal(&w->asked);
    }
    pthread_mutex_unlock(&w->lock);
}

void worker_drop(struct worker *w)
{
    pthread_mutex_lock(&w->lock);
    cancel_running(w);
    forget_result(w);
    pthread_mutex_unlock(&w->lock);
}

struct step *worker_take(struct worker *w, const struct step *from,
                         const struct settings *s)
{
    struct step *taken = NULL;

    pthread_mutex_lock(&w->lock);
    if (same_job(&w->finished, from, s)) {
        taken = w->result;
        w->result = NULL;
        w->finished.from = NULL;
    }
    pthread_mutex_unlock(&w->lock);
    return taken;
}

int worker_fd(const struct worker *w)
{
    return w->fd;
}

void worker_hush(struct worker *w)
{
    uint64_t count;

    while (read(w->fd, &count, sizeof count) < 0 && errno == EINTR)
        ;
}

void worker_progress(struct worker *w, int *done, int *total)
{
    *done = *total = 0;
    pthread_mutex_lock(&w->lock);
    if (w->queued.from) {
        *total = 1;
    } else if (w->running.from && !progress_cancelled(&w->progress)) {
        *done = atomic_load(&w->progress.done);
        *total = atomic_load(&w->progress.total);
    }
    pthread_mutex_unlock(&w->lock);
}
