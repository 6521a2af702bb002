-- Whether search engines may find a firm's pages. Those there are were listed, and stay so; a new firm decides it itself.
alter table firm add column searchable boolean not null default false;
update firm set searchable = true;
