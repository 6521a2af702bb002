-- Running the show is a permission of its own: who moderates a room doesn't end it. Roles keep what they could do, but the
-- assistant, whose part is moderation alone (unless a firm's own rows let it change lives).
insert into policy (role, resource, level)
select role, 'show', level
from policy as held
where resource = 'room'
  and (level <> 'personal' or role in ('owner', 'manager'))
  and (
    role <> 'assistant'
    or exists (
      select 1 from policy as own where own.role = 'assistant' and own.resource = 'stream' and own.level = 'write'
    )
  )
on conflict do nothing;
