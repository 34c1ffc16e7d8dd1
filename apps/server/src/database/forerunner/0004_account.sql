-- Accounts hold evidence and money; logins are the people who act for them.
create table account (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz not null default now()
);

create table login (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  role text not null check (role in ('main', 'sub')),
  phone text not null unique,
  name text not null,
  password_hash text not null,
  language text not null check (language in ('zh', 'en')),
  created_at timestamptz not null default now()
);
create unique index login_main on login (account_id) where role = 'main';

-- A token is known only to whoever bears it: here stands its digest.
create table session (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  login_id uuid not null references login,
  -- `api`: swapped for a session, dies with it.
  kind text not null check (kind in ('session', 'api')),
  parent_sha256 bytea references session on delete cascade,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'api') = (parent_sha256 is not null))
);
create index session_login on session (login_id);

create table challenge (
  id uuid primary key default uuidv7(),
  salt text not null,
  zero_bits smallint not null,
  expires_at timestamptz not null
);

-- The newest code of a phone for a purpose; older ones are void.
create table text_code (
  phone text not null,
  purpose text not null check (purpose in ('register', 'login', 'reset')),
  code_sha256 bytea,
  tries_left smallint not null,
  -- Given for the code once it was checked, good once in its place.
  ticket_sha256 bytea,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (phone, purpose)
);

-- What is to be sent by text message; in development this is where it can be read.
create table text_message (
  id uuid primary key default uuidv7(),
  phone text not null,
  body text not null,
  created_at timestamptz not null default now()
);

-- Who did what, from where. Written in the transaction of the change, never changed.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null,
  login_id uuid,
  account_id uuid,
  address text not null,
  trace_id text not null,
  subject jsonb not null default '{}'
);
create index audit_account on audit (account_id, id desc);
create function audit_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the audit trail is append-only';
end $$;
create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function audit_is_kept();

-- The answer to a change that was asked for under a key, given again when it is asked for again.
create table idempotency (
  -- Of login or address, call and key.
  scope_sha256 bytea primary key,
  request_sha256 bytea not null,
  reply jsonb not null,
  created_at timestamptz not null default now()
);

-- Failed sign-ins in a row, by account and by account and address; gone when one succeeds.
create table sign_in_failure (
  key_sha256 bytea primary key,
  failures int not null,
  since timestamptz not null
);

-- Counts of rate-limiter-flexible, in its own form; `expire` is milliseconds of Unix time.
create table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
