-- Letters go by SMS too; what was written before went by e-mail.
alter table "letterRecipient"
  add column channel text not null default 'email' check (channel in ('email', 'sms')),
  -- Tenths of a point that are reserved for it; 0 once they were given back.
  add column "pointTenths" integer not null default 0 check ("pointTenths" >= 0);
-- Whose points go back.
create index letter_recipient_give_back on "letterRecipient" ("firmId")
  where "pointTenths" > 0 and state in ('failed', 'skipped');

-- A firm without a row has set nothing.
create table "letterSetting" (
  "firmId" uuid primary key references firm (id),
  "smsBrand" text not null default '',
  -- Hosts and phone numbers, as readContact of contract/letter/sms.rules.ts writes them.
  "smsRegistered" jsonb not null default '[]',
  -- Whether the provider tells us what becomes of letters.
  webhook boolean not null default false
);
