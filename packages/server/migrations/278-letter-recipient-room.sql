-- A worker takes a letter by its lease, which stands in no index any more, and there is room beside a row for what is written next:
-- taking one writes into none of its ten indexes. Few are under way at once, so that they are found by their state alone.
drop index letter_recipient_handing;
create index letter_recipient_handing on "letterRecipient" (id) where state = 'handing';
alter table "letterRecipient" set (fillfactor = 50);
