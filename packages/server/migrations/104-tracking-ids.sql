-- Things of an event are told by ids of ours alone. The line of a paid form's cart was named by what somebody had
-- answered: what was kept of such events is deleted.
delete from "advertiserEvent" where state = 'waiting' and exists (
  select 1 from jsonb_path_query(event, '$.custom_data.contents[*].id') as id
  where id #>> '{}' <> 'place' and id #>> '{}' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  union all
  select 1 from jsonb_path_query(event, '$.properties.contents[*].content_id') as id
  where id #>> '{}' <> 'place' and id #>> '{}' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

delete from "viewFact" where exists (
  select 1 from jsonb_array_elements(things) as thing
  where thing ->> 'id' <> 'place' and thing ->> 'id' !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

-- Of the others the ids, prices and quantities are kept: names were a caller's words. A form's place was called 'place'.
update "viewFact" set things = (
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', case when thing ->> 'id' = 'place' then "pageId"::text else thing ->> 'id' end,
      'price', thing -> 'price', 'quantity', thing -> 'quantity') order by place), '[]'::jsonb)
  from jsonb_array_elements(things) with ordinality as listed (thing, place));

-- How many events of a firm's pages were reported for advertisers in a day: above a bound they are dropped, and counted.
create table "advertiserDay" (
  "firmId" uuid not null references firm (id),
  -- In Taipei.
  day date not null,
  reported bigint not null,
  primary key ("firmId", day)
);
