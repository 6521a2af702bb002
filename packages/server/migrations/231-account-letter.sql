-- Letters of the platform to members are a class of letters, in no firm's log. Those that left, or that a mail server
-- refused, stay as they are; of the others the newest are on their way, and old links are read by the operator alone.
insert into letter (id, "firmId", key, type, channel, audience, "createdAt")
select id, null, 'account:' || id, 100, 'email', '{"kind": "person"}', "createdAt" from "accountLetter";
insert into "letterRecipient" (id, "firmId", "letterId", key, type, "toName", "toAddress", language, "values", subject,
  state, transport, reference, problem, attempts, "dueAt", "createdAt", "sentAt")
select id, null, id, 'account:' || id, 100, '', "toAddress", 'zh-TW', '{"firmName": "開賣 Kaimai"}', subject,
  case when "sentAt" is not null then 'sent' when problem <> '' then 'failed'
    when "createdAt" > now() - interval '1 hour' then 'queued' else 'skipped' end,
  case when "sentAt" is null then '' else 'smtp' end, '', problem, 0, "createdAt", "createdAt", "sentAt"
from "accountLetter";
insert into "letterContent" ("recipientId", "firmId", html, text, calendar)
select id, null, html, body, '' from "accountLetter";
drop table "accountLetter";
