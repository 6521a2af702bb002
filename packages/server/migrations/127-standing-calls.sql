-- How things stand (roomStateKinds in modules/room/room-state.ts): with calls to action that the staff makes, and lines of
-- the script that it takes down.
drop index room_event_standing;
create index room_event_standing on "roomEvent" ("liveId", seq) where kind in ('productShown', 'productHidden',
  'productListed', 'productUnlisted', 'muted', 'unmuted', 'removed', 'restored', 'announced', 'unannounced', 'slowed',
  'calledToAction', 'callEnded', 'lineRemoved', 'lineRestored');
