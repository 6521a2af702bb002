-- Looks at one form by a source: the figures of a live read those of its forms alone, not all that the firm has had in those days.
create index fact_by_source_at_form on fact ("firmId", split_part("sourceId", ' ', 2), at)
  where kind = 'visited' and attribution ->> 'source' <> '';
