#define _GNU_SOURCE /* sched_getaffinity */
#include "base/pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/thread.h"

struct pool {
    int threads;
    pthread_t *thread; /* [threads-1]; the caller is worker 0 */
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    unsigned round; /* counts pool_run calls; a change wakes the threads */
    int busy;       /* threads still in this round */
    bool quit;
    atomic_int next; /* first job nobody has taken */
    int jobs;
    pool_work *work;
    void *context;
};

struct seat { /* what a starting thread is told */
    struct pool *pool;
    int worker;
};

static void take_jobs(struct pool *p, int worker)
{
    int job;

    while ((job = atomic_fetch_add(&p->next, 1)) < p->jobs)
        p->work(p->context, job, worker);
}

static void *thread_main(void *argument)
{
    struct seat seat = *(struct seat *)argument;
    struct pool *p = seat.pool;
    unsigned seen = 0;

    free(argument);
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->quit)
            pthread_cond_wait(&p->begin, &p->lock);
        if (p->quit)
            break;
        seen = p->round;
        pthread_mutex_unlock(&p->lock);
        take_jobs(p, seat.worker);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0)
            pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

int pool_cores(void)
{
    cpu_set_t set;

    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
}

static void start_worker(struct pool *p, int worker)
{
    struct seat *seat = memory_new(1, sizeof *seat);

    *seat = (struct seat){p, worker};
    p->thread[worker - 1] = thread_start(thread_main, seat);
}

struct pool *pool_new(int threads)
{
    struct pool *p = memory_new(1, sizeof *p);

    p->threads = threads > 0 ? threads : pool_cores();
    p->thread = memory_new((size_t)p->threads, sizeof *p->thread);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    for (int w = 1; w < p->threads; w++)
        start_worker(p, w);
    return p;
}

void pool_free(struct pool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (int w = 1; w < p->threads; w++)
        pthread_join(p->thread[w - 1], NULL);
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->begin);
    pthread_cond_destroy(&p->end);
    free(p->thread);
    free(p);
}

int pool_threads(const struct pool *p)
{
    return p->threads;
}

void pool_run(struct pool *p, int jobs, pool_work *work, void *context)
{
    p->jobs = jobs;
    p->work = work;
    p->context = context;
    atomic_store(&p->next, 0);
    if (p->threads == 1 || jobs <= 1) {
        take_jobs(p, 0);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->busy = p->threads - 1;
    p->round++;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    take_jobs(p, 0);
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0)
        pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
