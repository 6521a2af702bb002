-- Addresses that letters of a firm came back from for good, or whose person complained: nothing more goes there.
create table "unreachableAddress" (
  "firmId" uuid not null references firm (id),
  address text not null,
  why text not null check (why in ('bounce', 'complaint')),
  "createdAt" timestamptz not null,
  primary key ("firmId", address)
);
