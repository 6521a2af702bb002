-- What staff keeps about people who signed up, and what their lists are narrowed by.
alter table "signupUser" add column memo text not null default '';
-- form | import
alter table "signupUser" add column source text not null default 'form';
-- Of imported people: where they agreed to hear from the merchant, in the merchant's words.
alter table "signupUser" add column "consentSource" text not null default '';
-- First time in any of their rooms.
alter table "signupUser" add column "cameAt" timestamptz;
-- Of their first order that was neither cancelled nor expired.
alter table "signupUser" add column "orderedAt" timestamptz;
-- Folded, for the search of staff: the name; and, for those who may see them, with e-mail and phone, as dialled at home
-- and abroad.
alter table "signupUser" add column "nameText" text generated always as (lower(normalize(name, nfkc))) stored;
alter table "signupUser" add column "searchText" text generated always as (
  lower(normalize(name, nfkc)) || ' ' || lower(email) || ' ' || phone
    || case when phone like '+886%' then ' 0' || substr(phone, 5) else '' end
) stored;

-- First time in that room.
alter table "signupSeat" add column "cameAt" timestamptz;

update "signupSeat" seat set "cameAt" = viewer.joined_at
  from live_user viewer
  where viewer.signup_user_id = seat."signupUserId" and viewer.live_id = seat."liveId" and viewer.joined_at is not null;
update "signupUser" person set "cameAt" = first.at
  from (select signup_user_id as id, min(joined_at) as at from live_user where joined_at is not null group by 1) first
  where first.id = person.id;
update "signupUser" person set "orderedAt" = first.at
  from (
    select viewer.signup_user_id as id, min(placed."createdAt") as at
    from "order" placed join live_user viewer on viewer.id = placed."liveUserId"
    where placed."paymentState" not in ('expired', 'cancelled') group by 1
  ) first
  where first.id = person.id;

-- A list of 100,000 is narrowed, searched, counted and turned in this index alone.
drop index signup_user_by_firm;
create index signup_user_by_firm on "signupUser" ("firmId", "createdAt" desc, id desc)
  include ("signupId", "cameAt", "orderedAt", flagged, "isCancelNotice", source, "nameText", "searchText");
create index signup_user_by_name on "signupUser" ("firmId", "nameText", id);
create index signup_user_of_form on "signupUser" ("signupId", "createdAt" desc, id desc);
create index signup_seat_by_firm on "signupSeat" ("firmId", "liveId", "signupUserId") include ("cameAt");

-- What staff and the system did to a person; what the person did stands in its own tables.
create table "signupUserEvent" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  "signupUserId" uuid not null references "signupUser" (id),
  kind text not null,
  at timestamptz not null,
  -- A member's name; empty for the system.
  actor text not null,
  detail text not null
);
create index signup_user_event_by_person on "signupUserEvent" ("signupUserId", id);

-- A person's letters beside the person.
create index letter_by_address on letter ("firmId", "toAddress", "createdAt" desc);

-- What staff notes about a viewer, and the viewers of a live as they came.
alter table live_user add column memo text not null default '';
alter table live_user add column name_text text generated always as (lower(normalize(name, nfkc))) stored;
alter table live_user add column search_text text generated always as (
  lower(normalize(name, nfkc)) || ' ' || lower(coalesce(email, '')) || ' ' || coalesce(phone, '')
    || case when phone like '+886%' then ' 0' || substr(phone, 5) else '' end
) stored;
create index live_user_by_live on live_user (live_id, joined_at desc nulls last, id desc)
  include (anonymous, name_text, search_text);
create index live_user_of_signup on live_user (signup_user_id) where signup_user_id is not null;
