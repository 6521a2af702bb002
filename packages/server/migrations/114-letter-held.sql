-- Letters to addresses that a firm doesn't know yet go out so many an hour; what is beyond waits here, oldest first.
alter table letter add column "heldSince" timestamptz;
create index letter_held on letter ("firmId", "heldSince", id) where "heldSince" is not null;
-- Whom a firm knows: who has come to a live of it, or ordered there.
create index signup_user_known_address on "signupUser" ("firmId", email)
  where "cameAt" is not null or "orderedAt" is not null;
