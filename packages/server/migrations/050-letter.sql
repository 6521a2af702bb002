-- One letter to one person. `key` makes a letter what it is: the same key is the same letter, and it goes once.
create table letter (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  key text not null,
  type integer not null,
  channel text not null,
  "toName" text not null,
  "toAddress" text not null,
  "fromName" text not null,
  subject text not null,
  html text not null,
  text text not null,
  -- An .ics file, or empty.
  calendar text not null default '',
  -- queued | handing | sent | delivered | opened | clicked | bounced | failed | skipped | unknown
  state text not null,
  transport text not null default '',
  reference text not null default '',
  problem text not null default '',
  attempts integer not null default 0,
  -- While handing: until when its worker may take.
  "leaseUntil" timestamptz,
  "dueAt" timestamptz not null,
  "createdAt" timestamptz not null,
  "sentAt" timestamptz,
  unique ("firmId", key)
);
create index letter_by_firm on letter ("firmId", "createdAt" desc, id);
create index letter_due on letter ("dueAt", id) where state = 'queued';
create index letter_handing on letter ("leaseUntil") where state = 'handing';
