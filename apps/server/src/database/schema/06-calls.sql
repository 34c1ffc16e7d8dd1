-- Records of calls: the audit trail, replies kept for repeated requests, rate limits.

-- Who did what, and from where. Written in the transaction of the change; append-only.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  -- The login acted as, the person who signed in, or the staff member.
  login_id uuid,
  person_id uuid,
  staff_id uuid,
  account_id uuid,
  address text not null,
  trace_id text not null,
  subject jsonb not null default '{}'
);
create index audit_account on audit (account_id, id desc);
create index audit_login on audit (login_id, id desc) where login_id is not null;
create index audit_person on audit (person_id, id desc) where person_id is not null;
create index audit_staff on audit (staff_id, id desc) where staff_id is not null;
create index audit_event on audit (event text_pattern_ops, id desc);
create index audit_at on audit (at);
create index audit_trace on audit (trace_id);
-- An act on another account (switching to a seat there) also shows in that account's trail.
create index audit_to_account on audit ((subject ->> 'toAccountId'), id desc) where subject ? 'toAccountId';

create function audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;
create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function audit_is_kept();

-- The reply to a change that was requested under an idempotency key; a repeated request gets the same reply.
create table idempotency (
  -- Digest of login or address, call and key.
  scope_sha256 bytea primary key,
  -- Keyed, as requests may hold passwords and codes.
  request_sha256 bytea not null,
  -- Encrypted.
  reply bytea not null,
  created_at timestamptz not null default now()
);
create index idempotency_old on idempotency (created_at);

-- Table of rate-limiter-flexible, in its own form; `expire` is Unix time in milliseconds.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
