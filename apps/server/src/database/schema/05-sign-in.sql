-- Second factors and other ways to sign in. They belong to the person (`login`), no matter which account they act for.

create table totp (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  -- Encrypted for `totp:<id>`.
  secret bytea not null,
  name text not null default '',
  -- Codes up to this time step (RFC 6238) are used up.
  used_step bigint not null default 0,
  created_at timestamptz not null,
  -- Null until a first code was verified; until then it isn't accepted as a factor.
  added_at timestamptz,
  used_at timestamptz
);
create index totp_person on totp (person_id);

create table passkey (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's signature counter; stays 0 if it doesn't count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- Accepted once: the answer deletes it.
create table passkey_challenge (
  challenge_sha256 bytea primary key,
  -- The person adding a passkey; null while a passkey is being used.
  person_id uuid references login,
  -- The second step that it completes; null if the passkey signs in by itself or confirms an action.
  ticket_sha256 bytea,
  expires_at timestamptz not null
);

-- Keyed fingerprints; a used code is deleted.
create table recovery_code (
  person_id uuid not null references login,
  code bytea not null,
  primary key (person_id, code)
);

-- The first factor is verified, the second is not yet.
create table second_step (
  ticket_sha256 bytea primary key,
  person_id uuid not null references login,
  tries_left smallint not null,
  expires_at timestamptz not null
);

-- Sign-in by QR code.
create table app_sign_in (
  app_sha256 bytea primary key,
  -- Digest of the secret that the requesting browser holds in a cookie.
  browser_sha256 bytea not null,
  number text not null,
  state text not null check (state in ('waiting', 'scanned', 'authorized', 'refused')),
  -- The user whose phone scanned it.
  person_id uuid references login,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((state = 'waiting') = (person_id is null))
);

-- A redirect to an identity provider whose answer is pending.
create table third_request (
  state_sha256 bytea primary key,
  browser_sha256 bytea not null,
  provider text not null,
  -- State of the adapter, such as nonce and code verifier (JSON), encrypted for `third_request:<state>`.
  secrets bytea not null,
  expires_at timestamptz not null
);

-- A verified external identity that isn't linked to a login.
create table third_ticket (
  ticket_sha256 bytea primary key,
  browser_sha256 bytea not null,
  provider text not null,
  subject text not null,
  label text,
  expires_at timestamptz not null
);

-- An external identity linked to a login.
create table third_account (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  provider text not null,
  subject text not null,
  label text,
  bound_at timestamptz not null,
  unique (provider, subject),
  unique (person_id, provider)
);

-- Nonces of recent requests of partner applications; each is accepted once.
create table partner_nonce (
  app_id text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (app_id, nonce)
);
