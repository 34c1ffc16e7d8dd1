-- The people who work in the console, and how they sign in.

create table staff (
  id uuid primary key default uuidv7(),
  role text not null check (role in ('notary', 'operator')),
  user_name text not null unique,
  name text not null,
  language text not null check (language in ('zh', 'en')),
  password_hash text not null,
  -- Set while the password is one that an operator issued: it expires then and must be changed. Null for a chosen one.
  one_time_until timestamptz,
  -- Secret of the authenticator, encrypted; null until one is set up.
  totp_encrypted bytea,
  -- Last time step (RFC 6238) a code was accepted for; a code is accepted once.
  totp_step bigint not null default 0,
  disabled_at timestamptz,
  seen_at timestamptz,
  created_at timestamptz not null default now()
);

create table staff_recovery_code (
  staff_id uuid not null references staff,
  code_fingerprint bytea not null check (octet_length(code_fingerprint) = 32),
  primary key (staff_id, code_fingerprint)
);

-- Browsers a staff member has signed in with; failed attempts elsewhere don't lock these out.
create table staff_browser (
  staff_id uuid not null references staff,
  browser_sha256 bytea not null check (octet_length(browser_sha256) = 32),
  seen_at timestamptz not null,
  primary key (staff_id, browser_sha256)
);

-- Single-use ticket between the two steps of a sign-in or of a change of the authenticator. It is not a session.
create table staff_ticket (
  ticket_sha256 bytea primary key check (octet_length(ticket_sha256) = 32),
  staff_id uuid not null references staff,
  purpose text not null check (purpose in ('code', 'enrol', 'change')),
  -- Secret of the authenticator being set up, encrypted.
  totp_encrypted bytea,
  tries_left smallint not null,
  expires_at timestamptz not null
);
create index staff_ticket_staff on staff_ticket (staff_id);

create table staff_session (
  -- Digest of the token; only the client has the token.
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  staff_id uuid not null references staff,
  address text not null,
  user_agent text not null,
  -- When the second factor was last verified in this session; null means at its start.
  verified_at timestamptz,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_staff on staff_session (staff_id);
