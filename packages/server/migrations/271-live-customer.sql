-- Who is invited to a live beyond those who signed up for it.
create table "liveCustomer" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "liveId" uuid not null references live (id) on delete cascade,
  name text not null,
  -- Empty: not known.
  phone text not null default '',
  email text not null default '',
  language text not null check (language in ('zh-TW', 'en')),
  "searchText" text not null,
  "createdAt" timestamptz not null,
  check (phone <> '' or email <> '')
);
create unique index live_customer_phone on "liveCustomer" ("liveId", phone) where phone <> '';
create unique index live_customer_email on "liveCustomer" ("liveId", email) where email <> '';
create index live_customer_list on "liveCustomer" ("firmId", "createdAt" desc, id desc) include ("searchText", "liveId");

-- Sendings go to them too.
alter table sending
  drop constraint sending_audience_check,
  add constraint sending_audience_check check (audience in ('list', 'form', 'session', 'customers'));
