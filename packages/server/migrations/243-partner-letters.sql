-- In which language a partner is written to, and whether of commissions too. Nobody was written to before: what stands is
-- in the language that all letters were in, and the first letters are not switched off.
alter table partner add column language text not null default 'zh-TW' check (language in ('zh-TW', 'en'));
alter table partner add column "commissionLetters" boolean not null default true;
