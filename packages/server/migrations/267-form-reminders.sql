-- With which text people of a form are reminded; until it is chosen, as the firm's others are.
update signup set content = jsonb_build_object('liveNoticeTemplate', 'firm', 'liveBeginsTemplate', 'firm') || content;
-- How far the letters of one session are is shown on its page.
create index letter_of_session on letter ((audience ->> 'liveId')) where audience ->> 'kind' = 'session';
