-- The link that a sign-up or an order is credited to, and the click that earned it, resolved when it is taken. There was no
-- link before: what is older stays without, whatever its browser said it came by.
alter table "signupUser" add column "associationId" uuid;
alter table "signupUser" add column "associationVisitAt" timestamptz;
create index signup_user_association on "signupUser" ("firmId", "associationId", "createdAt")
  where "associationId" is not null;

alter table "order" add column "associationId" uuid;
alter table "order" add column "associationVisitAt" timestamptz;
-- The form that the order came from: its own, or the one that led its buyer into the room.
alter table "order" add column "associationSignupId" uuid;
alter table "order" add constraint order_association check (("associationId" is null) = ("associationVisitAt" is null));
create index order_association on "order" ("firmId", "associationId", "createdAt") where "associationId" is not null;

-- Clicks by links, for their figures.
create index fact_by_link on fact ("firmId", (lower(attribution ->> 'association')), at)
  where kind = 'visited' and attribution ->> 'association' <> '';
