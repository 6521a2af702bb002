-- The text of a template as each save has left it, for staff to go back to.
create table "letterTemplateVersion" (
  "letterTemplateId" uuid not null references "letterTemplate" (id) on delete cascade,
  version integer not null,
  "letterTemplateName" text not null,
  "letterTemplateType" integer not null,
  contents jsonb not null,
  -- Who saved it; empty: nobody knows.
  "actorName" text not null,
  "createdAt" timestamptz not null,
  primary key ("letterTemplateId", version)
);
insert into "letterTemplateVersion"
select template.id, template.version, "letterTemplateName", "letterTemplateType", contents,
  coalesce("editLog"."actorName", ''), coalesce("editLog"."createdAt", template."createdAt")
from "letterTemplate" template
left join "editLog" on "editLog"."firmId" = template."firmId" and "editLog"."targetId" = template.id
  and "editLog".version = template.version
where template."removedAt" is null;
