create table announcement (
  id uuid primary key,
  name text not null,
  -- Sanitised HTML.
  content text not null,
  type jsonb not null,
  "createdAt" timestamptz not null,
  "expireAt" timestamptz not null
);
