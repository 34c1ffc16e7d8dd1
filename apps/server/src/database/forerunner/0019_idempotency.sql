-- What was asked and answered may hold passwords and codes: a keyed fingerprint, and sealed by the vault.
truncate idempotency;
alter table idempotency drop column reply, add column reply bytea not null;
