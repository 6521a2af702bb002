-- The version of the personal link by which its viewer came in the browser `seen_device`: a link that was ended since is
-- not given back there. What links were opened before a newer one was made is not known.
alter table live_user add column seen_version integer;
update live_user set seen_version = key_version where seen_device is not null and key_version = 1;
