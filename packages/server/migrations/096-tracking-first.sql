-- Who bought or signed up is told first, however much waits that was only looked at.
create index advertiser_event_first on "advertiserEvent" ("nextAt")
  where state = 'waiting' and name in ('CompleteRegistration', 'Purchase');
