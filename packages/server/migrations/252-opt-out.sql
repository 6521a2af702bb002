-- Who gets no marketing letters of a firm any more. A person who is erased stays on it, or the next list that holds the
-- address would write to them again.
create table "optOut" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  -- As contract/common/mail-address reads it.
  email text not null,
  note text not null default '',
  -- link: by the person, at the link of a letter.
  source text not null default 'staff' check (source in ('link', 'staff')),
  "searchText" text not null,
  "createdAt" timestamptz not null
);
create unique index opt_out_email on "optOut" ("firmId", email);
create index opt_out_list on "optOut" ("firmId", "createdAt" desc, id desc) include ("searchText");
