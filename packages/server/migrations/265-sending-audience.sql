-- Which people of a session a sending goes to. Those that are there keep 'session' alone: nobody wrote down which.
alter table sending add column who text check (
  who in ('all', 'came', 'notCame', 'leftBefore', 'stayed', 'bought', 'notBought', 'inCart', 'unpaid')
);
-- Minutes since the session began, of groups that take one.
alter table sending add column minute integer;

-- When a letter was queued anew after it had failed, the last time.
alter table "letterRecipient" add column "resentAt" timestamptz;
