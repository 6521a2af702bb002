-- Transfers that came into a merchant's own account, as files of the bank's statement tell them.
create table "bankStatementRow" (
  id uuid primary key,
  "firmId" uuid not null references firm (id) on delete cascade,
  -- Hash of what the row said, and the how manieth it was among equal rows of its file: no row is kept twice.
  fingerprint text not null,
  -- open, booked, setAside.
  state text not null,
  -- In Taipei, YYYY-MM-DD.
  day text not null,
  -- Minor units.
  amount bigint not null check (amount > 0),
  note text not null,
  -- The last digits of the account it came from.
  "accountEnd" text not null,
  "importedAt" timestamptz not null,
  "importedBy" text not null,
  "settledAt" timestamptz,
  "settledBy" text not null default '',
  -- The orders it was booked for, and how much for each.
  booked jsonb not null default '[]'
);
create unique index bank_statement_once on "bankStatementRow" ("firmId", fingerprint);
create index bank_statement_list on "bankStatementRow" ("firmId", state, day desc, id desc);
