-- Counts by state and by day, and the newest in one state, without a look at the rows themselves.
create index attestation_counted on attestation (account_id, state, created_at desc);
