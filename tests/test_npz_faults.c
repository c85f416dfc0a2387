#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"
#include "base/file.h"
#include "base/rng.h"

/* In the puzzle of the fake: 5 3 . . 7 . . . .; position 2 is masked. In the
 * first step some positions are accepted, others not. */
struct facts {
    size_t accepted, deferred; /* positions */
    int value;                 /* of the accepted one */
};

static void no_tokens(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_drop(x, NPZ_TOKENS);
}

static void no_belief(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_drop(x, NPZ_PROBS);
    parts_drop(x, NPZ_MI);
    parts_drop(x, NPZ_MI_RAW);
}

static void token_12(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_TOKENS, f->deferred, 12);
}

static void token_changes(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_poke(x, NPZ_TOKENS, 81 + 0, 6);
}

static void masked_lies(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_MASKED, f->deferred, 0);
}

static void prob_2(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_PROBS, f->deferred * 9 + 4, 2);
}

static void prob_nan(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_PROBS, f->deferred * 9 + 4, NAN);
}

static void probs_sum(struct parts *x, const struct facts *f)
{
    for (size_t v = 0; v < 9; v++)
        parts_poke(x, NPZ_PROBS, f->deferred * 9 + v, 0.25);
}

static void entropy_minus(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_ENTROPY, f->deferred, -1);
}

static void mi_minus(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_MI, f->accepted * 81 + f->deferred, -1);
    parts_poke(x, NPZ_MI, f->deferred * 81 + f->accepted, -1);
}

static void mi_skew(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_MI, f->accepted * 81 + f->deferred, 1.5);
}

static void raw_infinite(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_MI_RAW, f->accepted * 81 + f->deferred, INFINITY);
}

static void decision_77(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_DECISION, f->deferred, 77);
}

static void decision_lies(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_DECISION, f->deferred, ACCEPTED);
}

static void value_50(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_VALUE, f->deferred, 50);
}

static void value_lies(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_VALUE, f->accepted, (f->value + 1) % 9);
}

static void rank_twice(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_RANK, f->deferred, 0);
    parts_poke(x, NPZ_RANK, f->accepted, 0);
}

static void blocked_300(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_BLOCKED_BY, f->deferred, 300);
}

static void blocked_by_itself(struct parts *x, const struct facts *f)
{
    parts_poke(x, NPZ_BLOCKED_BY, f->deferred, (double)f->deferred);
}

static void meta_words(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "{\"domain\": sudoku}");
}

static void meta_list(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "[1]");
}

static void meta_domain(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "{\"domain\": \"chess\"}");
}

static void meta_solution(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "{\"solution\": \"123\"}");
}

static void meta_steps(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "{\"steps\": [{}, {}, {}, {}, {}]}");
}

static void meta_gamma(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "{\"policy\": \"mi\", \"parameters\": {\"gamma\": -4}}");
}

static void meta_passes(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_set_meta(x, "{\"steps\": [{\"passes\": -4}, {}]}");
}

static void fortran(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_reword(x, NPZ_PROBS, "False", "True ");
}

static void big_endian(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_reword(x, NPZ_COST, "<f4", ">f4");
}

static void objects(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_reword(x, NPZ_RANK, "<i2", "|O2");
}

static void floats_for_ints(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_drop(x, NPZ_RANK);
    npy_header(&x->member[NPZ_RANK], "<f4", 2, (size_t[]){2, 81});
    for (int i = 0; i < 162; i++)
        npy_put_float(&x->member[NPZ_RANK], 0);
}

static void shape_grows(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_reword(x, NPZ_MI, "(2,81,81)", "(9,81,81)");
}

static void shape_turns(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_reword(x, NPZ_ENTROPY, "(2,81)", "(81,2)");
}

static void shape_overflows(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_drop(x, NPZ_TOKENS);
    npy_header(&x->member[NPZ_TOKENS], "<i2", 4,
               (size_t[]){1u << 31, 1u << 31, 1u << 31, 9});
}

static void too_long(struct parts *x, const struct facts *f)
{
    (void)f;
    parts_drop(x, NPZ_TOKENS);
    npy_header(&x->member[NPZ_TOKENS], "|i1", 2, (size_t[]){3, 5000});
    for (int i = 0; i < 15000; i++)
        npy_put_int(&x->member[NPZ_TOKENS], 0, 1);
}

static void cut_header(struct parts *x, const struct facts *f)
{
    (void)f;
    x->member[NPZ_VALUE].length = 40;
}

static void cut_data(struct parts *x, const struct facts *f)
{
    (void)f;
    x->member[NPZ_BUDGET].length -= 4;
}

static void version_9(struct parts *x, const struct facts *f)
{
    (void)f;
    x->member[NPZ_MASKED].bytes[6] = 9;
}

static void not_numpy(struct parts *x, const struct facts *f)
{
    (void)f;
    x->member[NPZ_DEPENDENCE].bytes[1] = 'n';
}

/* clang-format off */
static const struct fault {
    void (*spoil)(struct parts *x, const struct facts *f);
    const char *named, *also; /* in the message */
} FAULTS[] = {
    { no_tokens,         "tokens.npy",     "missing" },
    { no_belief,         "probs.npy",      "missing" },
    { token_12,          "tokens.npy",     "12" },
    { token_changes,     "tokens.npy",     "revealed" },
    { masked_lies,       "masked.npy",     "position" },
    { prob_2,            "probs.npy",      "step 1" },
    { prob_nan,          "probs.npy",      "probability" },
    { probs_sum,         "probs.npy",      "sum" },
    { entropy_minus,     "entropy.npy",    "entropy" },
    { mi_minus,          "mi.npy",         "negative" },
    { mi_skew,           "mi.npy",         "symmetric" },
    { raw_infinite,      "mi_raw.npy",     "finite" },
    { decision_77,       "decision.npy",   "range" },
    { decision_lies,     "decision.npy",   "tokens" },
    { value_50,          "value.npy",      "range" },
    { value_lies,        "value.npy",      "tokens" },
    { rank_twice,        "rank.npy",       "twice" },
    { blocked_300,       "blocked_by.npy", "range" },
    { blocked_by_itself, "blocked_by.npy", "accepted" },
    { meta_words,        "meta.npy",       "JSON" },
    { meta_list,         "meta.npy",       "object" },
    { meta_domain,       "meta.npy",       "chess" },
    { meta_solution,     "meta.npy",       "81" },
    { meta_steps,        "meta.npy",       "list of 2" },
    { meta_gamma,        "meta.npy",       "gamma" },
    { meta_passes,       "meta.npy",       "passes" },
    { fortran,           "probs.npy",      "Fortran" },
    { big_endian,        "cost.npy",       "little-endian" },
    { objects,           "rank.npy",       "type" },
    { floats_for_ints,   "rank.npy",       "f4" },
    { shape_grows,       "mi.npy",         "bytes" },
    { shape_turns,       "entropy.npy",    "(81,2)" },
    { shape_overflows,   "tokens.npy",     "too large" },
    { too_long,          "tokens.npy",     "4096" },
    { cut_header,        "value.npy",      "header" },
    { cut_data,          "budget.npy",     "bytes" },
    { version_9,         "masked.npy",     "version 9" },
    { not_numpy,         "dependence.npy", "numpy" },
};
/* clang-format on */

static struct facts facts_of(const struct step *one)
{
    struct facts f = {0};

    for (int n = 0; n < one->N; n++) {
        const struct candidate *c = &step_candidates(one)[n];

        if (!decision_accepts(c->decision)) {
            f.deferred = (size_t)c->position;
            continue;
        }
        f.accepted = (size_t)c->position;
        f.value = c->value;
    }
    return f;
}

static void test_every_fault_names_its_member(void **state)
{
    struct trace t;
    struct facts facts;

    (void)state;
    archive_fake(&t, "topk", 2);
    facts = facts_of(trace_at(&t, 1));
    archive_save(&t);
    for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
        const char *spoiled = scratch_path("spoiled.npz");
        struct parts x;
        struct error err;

        parts_take(&x, archive_path());
        FAULTS[i].spoil(&x, &facts);
        parts_write(&x, spoiled);
        parts_release(&x);
        if (archive_loads(spoiled, &err) ||
            !strstr(err.text, FAULTS[i].named) ||
            !strstr(err.text, FAULTS[i].also) ||
            !strstr(err.text, "spoiled.npz")) {
            print_message("%s, %s: %s\n", FAULTS[i].named, FAULTS[i].also,
                          err.text);
            assert_true(false);
        }
    }
    trace_release(&t);
}

/* The harness above must be able to pass: unspoiled parts load. */
static void test_parts_put_together_again_load(void **state)
{
    struct trace t;
    struct parts x;
    struct error err;

    (void)state;
    archive_fake(&t, "topk", 2);
    archive_save(&t);
    parts_take(&x, archive_path());
    parts_write(&x, scratch_path("again.npz"));
    assert_true(archive_loads(scratch_path("again.npz"), &err));
    parts_release(&x);
    trace_release(&t);
}

static void write_bytes(const char *path, const char *bytes, size_t n)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    fclose(out);
}

static char *bytes_of(const char *path, size_t *size)
{
    struct error err;
    char *bytes = file_read(path, 1 << 26, size, &err);

    assert_non_null(bytes);
    return bytes;
}

static void test_damaged_archives_are_refused(void **state)
{
    const char *path = scratch_path("damaged.npz");
    struct rng rng = rng_seeded(3, 0);
    struct trace t;
    struct error err;
    size_t size;
    char *bytes;

    (void)state;
    archive_fake(&t, "topk", 1);
    archive_save(&t);
    trace_release(&t);
    bytes = bytes_of(archive_path(), &size);
    for (size_t cut = 0; cut < size; cut += size / 61) {
        write_bytes(path, bytes, cut);
        assert_false(archive_loads(path, &err));
        assert_non_null(strstr(err.text, "damaged.npz"));
    }
    for (int i = 0; i < 400; i++) {
        size_t at = (size_t)rng_below(&rng, (int)size);
        int bit = 1 << rng_below(&rng, 8);

        bytes[at] = (char)(bytes[at] ^ bit);
        write_bytes(path, bytes, size);
        assert_true(archive_loads(path, &err) || err.text[0]);
        bytes[at] = (char)(bytes[at] ^ bit);
    }
    free(bytes);
    assert_false(archive_loads(scratch_path("absent.npz"), &err));
    assert_non_null(strstr(err.text, "absent.npz"));
}

/* A few bytes that claim to unpack to 2.25 GiB. */
static void test_too_large_a_member_is_not_unpacked(void **state)
{
    const char *path = scratch_path("large.npz");
    struct trace t;
    struct error err;
    size_t size, at = 0;
    char *bytes;

    (void)state;
    archive_fake(&t, "topk", 1);
    archive_save(&t);
    trace_release(&t);
    bytes = bytes_of(archive_path(), &size);
    while (at + 46 < size && memcmp(bytes + at, "PK\1\2", 4) != 0)
        at++; /* the directory's first entry */
    memcpy(bytes + at + 24, "\0\0\0\x90", 4);
    write_bytes(path, bytes, size);
    free(bytes);
    assert_false(archive_loads(path, &err));
    assert_non_null(strstr(err.text, "more than"));
}

/* Behind the archive's own checks: members changed before they are packed. */
static void test_damaged_members_do_no_harm(void **state)
{
    const char *path = scratch_path("member.npz");
    struct rng rng = rng_seeded(4, 0);
    struct trace t;
    struct parts x;
    struct error err;
    int refused = 0;

    (void)state;
    archive_fake(&t, "topk", 1);
    archive_save(&t);
    trace_release(&t);
    parts_take(&x, archive_path());
    for (int i = 0; i < 600; i++) {
        struct text *m = &x.member[rng_below(&rng, NPZ_COUNT)];
        int reach = i % 2 ? (int)m->length : 110; /* half into headers */
        size_t at = (size_t)rng_below(&rng, reach);
        char kept = m->bytes[at];

        m->bytes[at] = (char)rng_below(&rng, 256);
        parts_write(&x, path);
        if (!archive_loads(path, &err)) {
            assert_true(err.text[0]);
            refused++;
        }
        m->bytes[at] = kept;
    }
    assert_true(refused > 100 && refused < 600);
    parts_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_fault_names_its_member),
        cmocka_unit_test(test_parts_put_together_again_load),
        cmocka_unit_test(test_damaged_archives_are_refused),
        cmocka_unit_test(test_too_large_a_member_is_not_unpacked),
        cmocka_unit_test(test_damaged_members_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
