-- Sendings go by e-mail or by text message; those that are there by e-mail.
alter table sending add column channel text not null default 'email' check (channel in ('email', 'sms'));

-- Who waits is named by where it goes: {to, name, language, tenths}, tenths of a point that a text message costs.
update sending set waiting = (
  select coalesce(jsonb_agg(jsonb_build_object('to', person ->> 'email', 'name', person ->> 'name', 'language', person ->> 'language')
    order by place), '[]'::jsonb)
  from jsonb_array_elements(waiting) with ordinality as each (person, place)
) where waiting is not null;
