-- What firms write for their letters instead of the built-in texts.
create table "letterTemplate" (
  id uuid primary key,
  "firmId" uuid not null references firm (id),
  version integer not null,
  "letterTemplateName" text not null,
  -- 1 to 10, letterTypes of contract/letter/letter.rules.ts.
  "letterTemplateType" integer not null check ("letterTemplateType" between 1 and 10),
  -- LetterContents: subject and blocks in both languages.
  contents jsonb not null,
  "searchText" text not null,
  "createdAt" timestamptz not null,
  "removedAt" timestamptz
);
create index letter_template_list on "letterTemplate" ("firmId", "createdAt" desc, id desc)
  include ("searchText", "letterTemplateType") where "removedAt" is null;
