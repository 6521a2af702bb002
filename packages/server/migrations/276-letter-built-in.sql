-- builtIn: the firm's own text lacked a value for this person, so the built-in one goes.
alter table "letterProblem" drop constraint "letterProblem_what_check",
  add constraint "letterProblem_what_check" check (what in ('builtIn', 'retried', 'failed', 'unknown', 'skipped'));
