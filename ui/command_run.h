#ifndef MISCOPE_COMMAND_RUN_H
#define MISCOPE_COMMAND_RUN_H
/*
 * command_run - what the rows of COMMANDS call. `key` is the key pressed.
 */

struct app;

/* ui/command_time.c */
void run_forward(struct app *a, int key);
void run_back(struct app *a, int key);
void run_forward_10(struct app *a, int key);
void run_back_10(struct app *a, int key);
void run_start(struct app *a, int key);
void run_end(struct app *a, int key);
void run_run(struct app *a, int key);
void run_faster(struct app *a, int key);
void run_slower(struct app *a, int key);
void run_cancel(struct app *a, int key);
void run_branch(struct app *a, int key);
void run_goto(struct app *a, int key);

/* ui/command_look.c */
void run_move(struct app *a, int key);
void run_pane(struct app *a, int key);
void run_weaker(struct app *a, int key);
void run_stronger(struct app *a, int key);
void run_zoom_in(struct app *a, int key);
void run_zoom_out(struct app *a, int key);
void run_all(struct app *a, int key);
void run_colourmap(struct app *a, int key);
void run_log(struct app *a, int key);
void run_scale(struct app *a, int key);
void run_limit(struct app *a, int key);
void run_bits(struct app *a, int key);
void run_lens(struct app *a, int key);
void run_filter(struct app *a, int key);
void run_info(struct app *a, int key);

/* ui/command_problem.c */
void run_next(struct app *a, int key);
void run_previous(struct app *a, int key);
void run_policy(struct app *a, int key);
void run_options(struct app *a, int key);
void run_export(struct app *a, int key);
void run_export_all(struct app *a, int key);

/* ui/command_overlay.c */
void run_help(struct app *a, int key);
void run_quit(struct app *a, int key);
void run_mouse(struct app *a, int key);
void run_repaint(struct app *a, int key);
void run_close(struct app *a, int key);
void run_scroll(struct app *a, int key);
void run_setting_row(struct app *a, int key);
void run_setting_change(struct app *a, int key);
void run_setting_type(struct app *a, int key);
void run_setting_apply(struct app *a, int key);
void run_prompt_done(struct app *a, int key);
void run_prompt_rub_out(struct app *a, int key);
void run_prompt_clear(struct app *a, int key);

#endif
