-- Which letters go by themselves, and with which text; firms without a row have what the contract sets.
create table "automaticLetters" (
  "firmId" uuid primary key references firm (id),
  choices jsonb not null
);
-- Letters to the people of a session or of a form: how far each has come, so that each person is written to once.
create table "sessionLetter" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- The session that it is about, or the form.
  "subjectId" uuid not null,
  type integer not null,
  -- Minutes before the begin; 'now' for one that staff sends.
  step text not null,
  -- Of the session when it was due; the moment of a press for a form.
  "beginAt" timestamptz not null,
  -- Who has a seat since then at the latest.
  "seatedBefore" timestamptz not null,
  -- The last person that it was written to; null: none yet.
  "lastPersonId" uuid,
  "doneAt" timestamptz,
  unique ("firmId", "subjectId", type, step, "beginAt")
);
create index session_letter_open on "sessionLetter" (id) where "doneAt" is null;
