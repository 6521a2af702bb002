-- Devices that a member has logged in on: each counts its own wrong passwords, so that strangers' don't shut it out.
create table "memberDevice" (
  "memberId" uuid not null references member (id) on delete cascade,
  -- SHA-256 of the id that the browser gave itself, base64url.
  "deviceHash" text not null,
  "lastLoginAt" timestamptz not null,
  primary key ("memberId", "deviceHash")
);
create index member_device_old on "memberDevice" ("lastLoginAt");
insert into "memberDevice" ("memberId", "deviceHash", "lastLoginAt")
select session."memberId",
  translate(rtrim(encode(sha256(convert_to(session."deviceId", 'UTF8')), 'base64'), '='), '+/', '-_'),
  max(session."createdAt")
from session join member on member.id = session."memberId"
where session."endedBy" is distinct from 'reused'
group by 1, 2;
