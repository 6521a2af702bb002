-- What a member may do in the control room of one live, in the place of the role of the firm.
create table "liveCrew" (
  "liveId" uuid not null references live (id) on delete cascade,
  "memberId" uuid not null references member (id) on delete cascade,
  "firmId" uuid not null references firm (id),
  role text not null check (role in ('host', 'moderator', 'viewer')),
  "changedAt" timestamptz not null,
  primary key ("liveId", "memberId")
);
create index live_crew_by_firm on "liveCrew" ("firmId");
