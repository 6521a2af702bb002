-- Sessions that come again and again: the live of a slot is made at its first sign-up, a copy of the template.
create table "signupSeries" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "signupId" uuid not null references signup (id),
  position integer not null,
  title text not null,
  "templateLiveId" uuid not null references live (id),
  -- Of each slot; null: no limit.
  capacity integer,
  rule jsonb not null,
  "removedAt" timestamptz
);
create index signup_series_by_form on "signupSeries" ("firmId", "signupId") where "removedAt" is null;
create index signup_series_by_live on "signupSeries" ("templateLiveId");

alter table live add column "seriesId" uuid references "signupSeries" (id);
create unique index live_series_slot on live ("seriesId", "beginAt") where "seriesId" is not null;

-- Of a session that is a slot; when it begins and ends by the rule.
alter table "signupSession" add column "seriesId" uuid references "signupSeries" (id);
alter table "signupSession" add column "slotAt" timestamptz;
alter table "signupSession" add column "slotEndAt" timestamptz;
create unique index signup_session_slot on "signupSession" ("seriesId", "slotAt") where "seriesId" is not null;
create index signup_session_by_form on "signupSession" ("signupId", "slotEndAt") where "seriesId" is not null;
