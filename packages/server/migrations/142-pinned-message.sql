-- How things stand (roomStateKinds in modules/room/room-state.ts): with the comment that is pinned, and who has a time-out.
drop index room_event_standing;
create index room_event_standing on "roomEvent" ("liveId", seq) where kind in ('productShown', 'productHidden',
  'productListed', 'productUnlisted', 'muted', 'unmuted', 'removed', 'restored', 'announced', 'unannounced', 'slowed',
  'calledToAction', 'callEnded', 'lineRemoved', 'lineRestored', 'pollOpened', 'pollClosed', 'giveawayOpened',
  'giveawayDrawn', 'messagePinned', 'messageUnpinned', 'timedOut', 'timeOutEnded');
