-- The second factor of those who work in the console, and passwords that were given and not chosen.
alter table staff
  -- Secret of the authenticator, sealed; null until one is set up.
  add column totp_sealed bytea,
  -- The last step of time for which a code was taken.
  add column totp_step bigint not null default 0,
  -- The password was given by an operator: good until then, and has to be changed. Null of a chosen one.
  add column one_time_until timestamptz,
  add column seen_at timestamptz;

-- When the second factor was last shown within this session; null: when it began.
alter table staff_session add column proven_at timestamptz;

create table staff_recovery_code (
  staff_id uuid not null references staff,
  code_fingerprint bytea not null check (octet_length(code_fingerprint) = 32),
  primary key (staff_id, code_fingerprint)
);

-- What is between the two steps of a sign-in, or of a change of the authenticator: no session, good once.
create table staff_ticket (
  ticket_sha256 bytea primary key check (octet_length(ticket_sha256) = 32),
  staff_id uuid not null references staff,
  purpose text not null check (purpose in ('code', 'enrol', 'change')),
  -- Secret of an authenticator that is being set up, sealed.
  totp_sealed bytea,
  tries_left smallint not null,
  expires_at timestamptz not null
);
create index staff_ticket_staff on staff_ticket (staff_id);

-- Whom the console lets in no more. What the holder of an account may switch for his members is `disabled_at`; this he may not.
alter table account
  add column barred_at timestamptz,
  add column barred_reason text,
  add column barred_by uuid references staff;
alter table login
  add column barred_at timestamptz,
  add column barred_reason text,
  add column barred_by uuid references staff;

-- To find people by, in the console.
create index login_named on login using gin (lower(name) gin_trgm_ops);
create index account_named on account using gin (lower(name) gin_trgm_ops);
create index login_phone_end on login (reverse(phone) text_pattern_ops);

create index audit_event on audit (event text_pattern_ops, id desc);
create index audit_login on audit (login_id, id desc) where login_id is not null;
create index audit_person on audit (person_id, id desc) where person_id is not null;
create index audit_at on audit (at);
create index audit_trace on audit (trace_id);

-- Settings of the platform. Every version is kept; the highest one holds.
create table dictionary_version (
  name text not null,
  version int not null check (version > 0),
  value jsonb not null,
  at timestamptz not null,
  staff_id uuid not null references staff,
  -- Of one that was brought back: which, 0 for what holds until something is set.
  restores int,
  primary key (name, version)
);
create function dictionary_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'versions of the dictionary are append-only';
end $$;
create trigger dictionary_is_kept before update or delete or truncate on dictionary_version
  for each statement execute function dictionary_is_kept();

-- What was found each time that all evidence was read again.
create table store_check (
  at timestamptz primary key default now(),
  attestations int not null,
  files bigint not null,
  problems int not null
);
