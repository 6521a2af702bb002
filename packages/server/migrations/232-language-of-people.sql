-- Letters come in the language of the page that somebody signed up or ordered on. It was not kept before: until now all
-- letters were in Chinese.
alter table "signupUser" add column language text not null default 'zh-TW' check (language in ('zh-TW', 'en'));
alter table "order" add column language text not null default 'zh-TW' check (language in ('zh-TW', 'en'));
