-- What a merchant sends to an audience; its id is that of its letter, whose recipients are its people.
create table sending (
  id uuid primary key references letter (id),
  "firmId" uuid not null references firm (id),
  title text not null,
  audience text not null check (audience in ('list', 'form', 'session')),
  -- Where the people of a pasted list have agreed to be written to.
  consent text not null,
  "firmName" text not null,
  -- LetterContents of the template as it was.
  contents jsonb not null,
  -- [{email, name, language}] until the last of them is a recipient.
  waiting jsonb,
  people integer not null,
  -- How many of them are recipients.
  written integer not null,
  -- By reason, of contract/sending/sending.rules.ts.
  dropped jsonb not null,
  "scheduledAt" timestamptz,
  "stoppedAt" timestamptz,
  "createdAt" timestamptz not null
);
create index sending_list on sending ("firmId", "createdAt" desc, id desc);
