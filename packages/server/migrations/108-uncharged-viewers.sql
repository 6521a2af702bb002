-- Nobody is refused a room because of an address; who is one too many of a network is let in and not charged to the
-- merchant, until a sign of life. What was there before stays charged.
alter table connection add column uncharged boolean not null default false;
alter table live_user add column active_at timestamptz;
