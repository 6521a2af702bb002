-- What a search of the blacklist looks in, in lower case: for all members, and for those who may read personal data.
alter table block add column "searchName" text not null default '';
alter table block add column "searchAll" text not null default '';
update block set
  "searchName" = lower(name || ' ' || reason),
  "searchAll" = lower(name || ' ' || reason || ' ' || coalesce(phone, '') || ' ' || coalesce(email, ''));
