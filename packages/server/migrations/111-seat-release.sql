-- Seats of full free forms are offered on when nothing is heard of who took them.
alter table "signupSeat"
  -- When its holder gave a sign of life after the sign-up; kept by the link of the letter counts too.
  add column "seenAt" timestamptz,
  -- When its holder was asked by letter whether to keep it.
  add column "askedAt" timestamptz;
create index signup_seat_silent on "signupSeat" ("liveId", "createdAt") where "seenAt" is null and "cameAt" is null;
create table "releasedSeat" (
  "signupUserId" uuid not null references "signupUser" (id) on delete cascade,
  "liveId" uuid not null references live (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  "releasedAt" timestamptz not null,
  primary key ("signupUserId", "liveId")
);
