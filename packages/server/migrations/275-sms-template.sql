-- Firms write the text message that confirms a sign-up, too: sign-up sms of letterTypes.
alter table "letterTemplate"
  drop constraint "letterTemplate_letterTemplateType_check",
  add constraint "letterTemplate_letterTemplateType_check"
    check ("letterTemplateType" between 1 and 10 or "letterTemplateType" in (17, 18, 19, 20));
