#include "train/labels.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "mi/entropy.h"
#include "mi/truth.h"
#include "train/label_shard.h"

const float LABELS_LEAST = 0.01F;

void labels_release(struct labels *l)
{
    free(l->tokens);
    free(l->at);
    free(l->mi);
    *l = (struct labels){0};
}

static int masked(const int16_t *tokens, int T, int16_t mask_symbol,
                  int32_t *position)
{
    int N = 0;

    for (int t = 0; t < T; t++)
        if (tokens[t] == mask_symbol)
            position[N++] = t;
    return N;
}

int labels_masked(const struct labels *l, int board, int16_t mask_symbol,
                  int32_t *position)
{
    return masked(l->tokens + (size_t)board * (size_t)l->T, l->T, mask_symbol,
                  position);
}

/* ---- one board -------------------------------------------------------- */

struct bench { /* memory for the board at hand */
    const struct predictor *p;
    int32_t *position;     /* [T] */
    float *probs, *entropy; /* [T,V] [T] */
    float *raw, *mi;       /* [T,T] */
};

static struct bench bench_new(const struct predictor *p)
{
    size_t T = (size_t)p->T, V = (size_t)p->V;

    return (struct bench){
        .p = p, .position = memory_new(T, sizeof(int32_t)),
        .probs = memory_aligned(T * V, sizeof(float)),
        .entropy = memory_new(T, sizeof(float)),
        .raw = memory_new(T * T, sizeof(float)),
        .mi = memory_new(T * T, sizeof(float))};
}

static void bench_free(struct bench *b)
{
    free(b->position);
    free(b->probs);
    free(b->entropy);
    free(b->raw);
    free(b->mi);
}

/* Leaves the truth in b->mi [N,N]; N, or -1 when cancelled. */
static int ask(struct bench *b, const int16_t *tokens,
               struct progress *progress)
{
    const struct predictor *p = b->p;
    size_t V = (size_t)p->V;
    int N = masked(tokens, p->T, p->mask_symbol, b->position);

    p->marginals(p->self, tokens, 1, b->probs, NULL);
    for (int n = 0; n < N; n++) {
        float *p_n = b->probs + (size_t)n * V;

        memmove(p_n, b->probs + (size_t)b->position[n] * V,
                V * sizeof *p_n);
        b->entropy[n] = entropy(p_n, p->V);
    }
    return truth_mi(b->raw, b->mi, p, tokens, b->position, N, b->probs,
                    b->entropy, LABELS_LEAST, progress)
               ? N : -1;
}

static void keep_pairs(struct labels *l, int board, const float *mi, int N)
{
    size_t pairs = (size_t)N * (size_t)(N - 1) / 2, at = l->at[board];

    l->at[board + 1] = at + pairs;
    l->mi = memory_resize(l->mi, at + pairs + 1, sizeof *l->mi);
    for (int i = 0; i < N; i++)
        for (int j = i + 1; j < N; j++)
            l->mi[at++] = mi[(size_t)i * (size_t)N + (size_t)j];
}

/* Room for count boards, none of them there. */
static struct labels labels_new(int T, int count)
{
    return (struct labels){
        .T = T,
        .tokens = memory_new((size_t)count * (size_t)T, sizeof(int16_t)),
        .at = memory_new((size_t)count + 1, sizeof(size_t))};
}

bool labels_make(struct labels *l, const struct predictor *p,
                 const struct label_boards *boards, uint64_t first, int count,
                 struct progress *progress)
{
    struct bench bench = bench_new(p);
    struct progress inner = {0}; /* truth_mi counts passes */
    int N = 0;

    *l = labels_new(p->T, count);
    while (l->count < count && N >= 0 && !progress_cancelled(progress)) {
        int16_t *tokens = l->tokens + (size_t)l->count * (size_t)p->T;

        boards->board(boards->context, first + (uint64_t)l->count, tokens);
        N = ask(&bench, tokens, &inner);
        if (N >= 0)
            keep_pairs(l, l->count++, bench.mi, N);
        progress_add(progress, 1);
    }
    bench_free(&bench);
    if (l->count == count)
        return true;
    labels_release(l);
    return false;
}

/* ---- all of them ------------------------------------------------------ */

static void append(struct labels *all, const struct labels *shard)
{
    size_t T = (size_t)all->T, pairs = shard->at[shard->count];
    size_t from = all->at[all->count];

    memcpy(all->tokens + (size_t)all->count * T, shard->tokens,
           (size_t)shard->count * T * sizeof *shard->tokens);
    all->mi = memory_resize(all->mi, from + pairs + 1, sizeof *all->mi);
    memcpy(all->mi + from, shard->mi, pairs * sizeof *all->mi);
    for (int b = 0; b < shard->count; b++)
        all->at[++all->count] = from + shard->at[b + 1];
}

static bool make_folder(const char *folder, struct error *err)
{
    struct stat st;

    if (mkdir(folder, 0777) == 0)
        return true;
    if (errno == EEXIST && stat(folder, &st) == 0 && S_ISDIR(st.st_mode))
        return true;
    return fail(err, "cannot make the folder %.200s: %s", folder,
                errno == EEXIST ? "a file has that name" : strerror(errno));
}

/* Reads the shard, or makes and keeps it. */
static bool get_shard(struct labels *shard, const char *path,
                      const struct predictor *p,
                      const struct label_boards *boards, uint64_t first,
                      int count, struct progress *progress, struct error *err)
{
    const struct shard_identity id = {p, boards->seed, first, count};

    if (access(path, F_OK) == 0) {
        if (!shard_read(shard, path, &id, err))
            return false;
        progress_add(progress, count);
        return true;
    }
    if (!labels_make(shard, p, boards, first, count, progress))
        return fail(err, "stopped; the labels made so far are kept, the same "
                         "command goes on with them");
    if (shard_write(shard, path, &id, err))
        return true;
    labels_release(shard);
    return false;
}

bool labels_gather(struct labels *l, const char *folder,
                   const struct predictor *p,
                   const struct label_boards *boards, int count,
                   struct progress *progress, struct error *err)
{
    bool ok = make_folder(folder, err);

    *l = labels_new(p->T, count);
    progress_begin(progress, count);
    for (int first = 0; ok && first < count; first += SHARD_BOARDS) {
        int here = count - first < SHARD_BOARDS ? count - first : SHARD_BOARDS;
        struct text path = {0};
        struct labels shard;

        text_printf(&path, "%s/%06d.safetensors", folder, first);
        ok = get_shard(&shard, path.bytes, p, boards, (uint64_t)first, here,
                       progress, err);
        if (ok) {
            append(l, &shard);
            labels_release(&shard);
        }
        text_release(&path);
    }
    if (!ok)
        labels_release(l);
    return ok;
}
