-- A letter is what a merchant calls one: one text for its people. What was a letter was one to one person: it becomes a
-- recipient, of a letter of one.
alter table letter rename to "letterRecipient";
alter table "letterRecipient" rename constraint letter_pkey to letter_recipient_pkey;
alter table "letterRecipient" rename constraint "letter_firmId_key_key" to letter_recipient_key;
alter index letter_list rename to letter_recipient_list;
alter index letter_by_address rename to letter_recipient_by_address;
alter index letter_held rename to letter_recipient_held;
alter index letter_handing rename to letter_recipient_handing;
drop index letter_due;

-- A text as it was when letters of it were queued: their HTML is made of it and of each person's values, as they are
-- handed over and whenever they are shown. Never changed.
create table "letterVersion" (
  id text primary key,
  -- Null: built in.
  "firmId" uuid references firm (id),
  type integer not null,
  content jsonb not null,
  "createdAt" timestamptz not null
);

create table letter (
  id uuid primary key,
  -- Null: the platform writes, to members of firms.
  "firmId" uuid references firm (id),
  key text not null,
  type integer not null,
  channel text not null,
  -- Null: from before there were versions; its recipient has a "letterContent".
  "versionId" text references "letterVersion" (id),
  audience jsonb not null,
  -- An entry of a calendar, the same for all its people.
  calendar jsonb,
  -- When it goes to everybody; null: to each person when there is a reason.
  "scheduledAt" timestamptz,
  "createdAt" timestamptz not null,
  constraint letter_key unique ("firmId", key)
);
insert into letter (id, "firmId", key, type, channel, audience, "createdAt")
select id, "firmId", 'person:' || key, type, channel, '{"kind": "person"}', "createdAt" from "letterRecipient";

-- What was written before there were versions, as it went or as it will go.
create table "letterContent" (
  "recipientId" uuid primary key references "letterRecipient" (id),
  "firmId" uuid references firm (id),
  html text not null,
  text text not null,
  calendar text not null
);
insert into "letterContent" ("recipientId", "firmId", html, text, calendar)
select id, "firmId", html, text, calendar from "letterRecipient";

alter table "letterRecipient"
  add column "letterId" uuid references letter (id),
  add column language text not null default 'zh-TW',
  -- What the variables stand for.
  add column "values" jsonb not null default '{}',
  alter column "firmId" drop not null;
update "letterRecipient" set "letterId" = id, "values" = jsonb_build_object('firmName', "fromName");
alter table "letterRecipient"
  alter column "letterId" set not null,
  drop column channel,
  drop column "fromName",
  drop column html,
  drop column text,
  drop column calendar;

-- Whose turn it is: the platform's letters and those of each firm take turns.
create index letter_recipient_due on "letterRecipient"
  (coalesce("firmId", '00000000-0000-0000-0000-000000000000'::uuid), "dueAt", id)
  where state = 'queued' and "heldSince" is null;
-- A letter with its counts.
create index letter_recipient_of_letter on "letterRecipient" ("letterId", state);
create index letter_recipient_of_platform on "letterRecipient" ("createdAt" desc, id desc) where "firmId" is null;
