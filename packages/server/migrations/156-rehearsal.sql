-- A rehearsal of a live: a row of its own, so that the room's engine plays it and nothing of it is in the live. It is
-- born removed: whatever is not written for rehearsals doesn't see it.
alter table live add column "rehearsalOf" uuid references live (id) on delete cascade;
alter table live add constraint live_rehearsal_removed check ("rehearsalOf" is null or "removedAt" is not null);
create index live_rehearsal on live ("rehearsalOf") where "rehearsalOf" is not null;
