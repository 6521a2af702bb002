-- Orders that the staff places for a buyer come from no live, no page and no form.
alter table "order" drop constraint order_source;
alter table "order" add constraint order_source check (
  case source
    when 'room' then "liveId" is not null and "liveUserId" is not null and "sourceId" is null
    when 'staff' then "liveId" is null and "liveUserId" is null and "sourceId" is null
    else "liveId" is null and "liveUserId" is null and "sourceId" is not null
  end
);
