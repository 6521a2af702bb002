-- What a thing was called when it was changed: a removed one can't be asked any more.
alter table audit add column "targetName" text not null default '';
create index audit_by_member on audit ("firmId", "memberId", "createdAt" desc);
create index audit_by_action on audit ("firmId", action text_pattern_ops, "createdAt" desc);
