-- By what people came (utm_source) is in no sum: who looked and signed up by it is read from facts, of which most have none.
create index fact_by_source on fact ("firmId", at) where attribution ->> 'source' <> '';
