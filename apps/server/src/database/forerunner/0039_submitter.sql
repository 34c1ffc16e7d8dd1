-- Whose evidence it is and who ordered it, as known when it was submitted: what the manifest says. Names that are certified or
-- change later do not count. Null on the command line, which has no account.
alter table attestation add column submitter jsonb;
