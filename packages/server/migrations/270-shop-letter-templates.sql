-- Firms write texts of their own about carts and products too: cart left, restocked and sale begins of letterTypes.
alter table "letterTemplate"
  drop constraint "letterTemplate_letterTemplateType_check",
  add constraint "letterTemplate_letterTemplateType_check"
    check ("letterTemplateType" between 1 and 10 or "letterTemplateType" in (17, 18, 19));
