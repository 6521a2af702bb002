-- A member of the firm who looks at an own room without a link: no viewer for figures, lists and hours.
alter table "liveUser" add column preview boolean not null default false;
