-- A simulated viewer: a name and a picture of the shipped set.
create table "virtualUser" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  name text not null,
  "userImgId" text not null,
  "createdAt" timestamptz not null
);
create index virtual_user_by_firm on "virtualUser" ("firmId", "createdAt" desc, id);
