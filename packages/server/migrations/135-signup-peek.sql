-- A running live can be watched from its form before the sign-up, unless the form says otherwise.
update signup set content = jsonb_build_object('peek', true) || content;

-- How often that was done: a sum a live, of nobody in particular.
create table "livePeek" (
  "liveId" uuid primary key references live (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  peeks integer not null
);
