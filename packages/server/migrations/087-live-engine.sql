-- A live keeps its own comments (editing them never changes the group they came from), and what its room needs beside.
alter table live add column comments jsonb not null default '[]';
alter table live add column "infoImages" jsonb not null default '[]';
alter table live add column "slowSeconds" integer not null default 0;
-- Null: as the firm has it.
alter table live add column disclosure boolean;
alter table live add column "youtubeUrl" text not null default '';
alter table live add column "plannedMinutes" integer not null default 60;
-- How much longer the room stays live than its video.
alter table live add column "extendedMinutes" integer not null default 0;
alter table live add column "shortUrl" text;

-- The comments that a live has played so far are those of its script; a picture's id is part of its address.
update live set comments = (
  select coalesce(jsonb_agg(jsonb_build_object(
      'userImgId', coalesce(substring(item ->> 'imgUrl' from '^/media/avatar/(.+)\.webp$'),
        substring(item ->> 'imgUrl' from '^/media/image/(.+)$'), ''),
      'userName', item ->> 'name',
      'commentText', item ->> 'text',
      'commentTime', round((item ->> 'atMs')::numeric / 1000, 3)
    ) order by (item ->> 'atMs')::numeric, item ->> 'id'), '[]'::jsonb)
  from jsonb_array_elements(script) as item where item ->> 'kind' = 'comment');

update live set
  products = (select coalesce(jsonb_agg('{"livePrice": null, "showLeft": true}'::jsonb || item order by place), '[]'::jsonb)
    from jsonb_array_elements(products) with ordinality as listed (item, place)),
  "callsToAction" = (select coalesce(jsonb_agg('{"until": null}'::jsonb || item order by place), '[]'::jsonb)
    from jsonb_array_elements("callsToAction") with ordinality as listed (item, place));

-- Seven signs of 29 (as shortCode in platform/ids.ts): drawn again until each live has its own.
do $$
begin
  loop
    update live set "shortUrl" = (
      select string_agg(substr('23456789ABCDEFGHJKMNPQRSTWXYZ', 1 + get_byte(drawn.bytes, place) % 29, 1), '')
      from (select decode(md5(gen_random_uuid()::text || live.id::text), 'hex') as bytes) as drawn,
        generate_series(0, 6) as place)
    where "shortUrl" is null
      or exists (select 1 from live as other where other."shortUrl" = live."shortUrl" and other.id < live.id);
    exit when not found;
  end loop;
end $$;
alter table live alter column "shortUrl" set not null;
create unique index live_short_url on live ("shortUrl");
