-- What a live's viewers see past the end of its film: the choices of its host, oldest first, each with the instant from
-- which on it is in force.
alter table live add column "pastFilm" jsonb not null default '[]';
