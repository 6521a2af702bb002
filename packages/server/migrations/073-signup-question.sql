-- Own questions of a form are in its content; what a person answered stays with the person:
-- { [question id]: { label, kind, value } }, the label as it was asked.
alter table "signupUser" add column answers jsonb not null default '{}';
create index signup_by_name on signup ("firmId", name, id) where "removedAt" is null;
create index signup_by_time on signup ("firmId", "createdAt" desc, id) where "removedAt" is null;
create index signup_user_by_form on "signupUser" ("firmId", "signupId");
-- What forms have had since.
update signup set content =
  '{"questionList": [], "backgroundImage": "", "emailLetterTemplate": "builtIn", "smsLetterTemplate": "none", "ticketInfo": {"ticketName": "", "price": 0, "productId": null}}'::jsonb
  || content;
