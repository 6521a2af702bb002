-- Which script a live has, without reading it: nodes compare it with the one they hold, should a hint have been lost.
alter table live add column "scriptVersion" text generated always as (md5(script::text)) stored;
