#ifndef MISCOPE_POOL_H
#define MISCOPE_POOL_H
/*
 * pool - threads that share out numbered jobs.
 *
 * pool_run calls work(context, job, worker) once for every job in 0..jobs-1
 * and returns when all are done. Jobs are begun in ascending order, so a job
 * may wait for one with a lower number. The caller is worker 0 and works too,
 * so a pool of 1 has no threads at all. Which worker gets which job is not
 * fixed: results must depend on the job only, and `worker` may be used only to
 * pick scratch memory. One pool_run at a time per pool.
 */

struct pool;

typedef void pool_work(void *context, int job, int worker);

struct pool *pool_new(int threads); /* threads >= 1; 0 means all cores */
void pool_free(struct pool *p);     /* NULL is fine */
int pool_threads(const struct pool *p);

void pool_run(struct pool *p, int jobs, pool_work *work, void *context);

int pool_cores(void); /* cores this process may use, >= 1 */

#endif
