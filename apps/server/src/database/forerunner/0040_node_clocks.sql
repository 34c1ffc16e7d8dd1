-- The clock of a capture node minus the service's: as it said when it last asked for work, and when it handed a capture over.
alter table capture_node
  add column clock_offset_ms bigint,
  add column clock_uncertainty_ms bigint;
alter table delivery add column clock jsonb;
