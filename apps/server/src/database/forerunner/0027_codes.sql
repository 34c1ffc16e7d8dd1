-- A digest of six digits is undone by trying them all: codes stand here under a key that the database has not. Those that are
-- on their way under a digest are void.
truncate text_code, email_code;
alter table text_code rename column code_sha256 to code_fingerprint;
alter table email_code rename column code_sha256 to code_fingerprint;

-- Codes that were sent to a phone since a time, whatever for.
create table text_code_count (
  phone text primary key,
  sent smallint not null,
  since timestamptz not null
);

-- With a server, what a mail says waits sealed and is gone once it was handed on. What stands in the clear was kept in the
-- outbox for development, or waits since before it was sealed.
alter table mail
  alter column subject drop not null,
  alter column body drop not null,
  add column sealed bytea;
update mail set subject = null, body = null where sent_at is not null;
alter table mail
  add check ((subject is null) = (body is null)),
  add check (case when sent_at is null then (sealed is null) = (body is not null) else sealed is null and body is null end);

create index idempotency_old on idempotency (created_at);
