-- What a provider has said of letters. It holds no address, so that it can stay when somebody is erased.
create table "letterNotice" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- Null: of no letter that we know.
  "recipientId" uuid references "letterRecipient" (id) on delete cascade,
  reference text not null,
  event text not null,
  -- applied: the letter's state changed. old: it was further already. unsigned, unknown, off, unreadable: nothing was asked of it.
  effect text not null check (effect in ('applied', 'old', 'unsigned', 'unknown', 'off', 'unreadable')),
  reason text not null default '',
  "createdAt" timestamptz not null
);
create index letter_notice_of_firm on "letterNotice" ("firmId", "createdAt" desc);
create index letter_notice_of_recipient on "letterNotice" ("recipientId") where "recipientId" is not null;
create index letter_notice_old on "letterNotice" ("createdAt");

-- Who is behind a notice: the provider's number of the letter.
create index letter_recipient_by_reference on "letterRecipient" ("firmId", reference) where transport = 'surenotify';
