-- Hearts: whether a live has them, those that its script simulates, and what viewers gave, a sum a second of nobody in
-- particular.
alter table live add column "heartsAllowed" boolean not null default true;
alter table live add column hearts jsonb not null default '[]';

create table "roomHeart" (
  "liveId" uuid not null references live (id) on delete cascade,
  -- Of the live, from its begin.
  second integer not null,
  "firmId" uuid not null,
  count integer not null,
  primary key ("liveId", second)
);
