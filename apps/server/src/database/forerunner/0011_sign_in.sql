-- Second factors and the other ways to sign in. All of it is the person's (`login`), whomever he acts as.
alter table session
  -- By which its owner can name it; the token is not to be guessed from it.
  add column id uuid not null default uuidv7() unique,
  -- When whoever is at the keyboard last showed who he is; null: not in this session.
  add column confirmed_at timestamptz;

create table totp (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  -- Sealed by the vault for `totp:<id>`.
  secret bytea not null,
  name text not null default '',
  -- Codes up to this step of time (RFC 6238) are over.
  used_step bigint not null default 0,
  created_at timestamptz not null,
  -- Null until a code of it was shown: till then it lets nobody in.
  added_at timestamptz,
  used_at timestamptz
);
create index totp_person on totp (person_id);

create table passkey (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  credential_id text not null unique,
  public_key bytea not null,
  -- Signatures the authenticator has counted; 0 for good where it does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_person on passkey (person_id);

-- A challenge is good once: it is gone with the answer.
create table passkey_challenge (
  challenge_sha256 bytea primary key,
  -- Whose passkey is being made; null: one is being used.
  person_id uuid references login,
  -- Digest of the second step that it is for; null: it signs in alone, or confirms.
  ticket_sha256 bytea,
  expires_at timestamptz not null
);

-- Fingerprints (vault); a row is gone when its code was used.
create table recovery_code (
  person_id uuid not null references login,
  code bytea not null,
  primary key (person_id, code)
);

-- Whoever has shown the first factor and still has to show the second.
create table second_step (
  ticket_sha256 bytea primary key,
  person_id uuid not null references login,
  tries_left smallint not null,
  expires_at timestamptz not null
);

-- Signing in by QR code.
create table app_sign_in (
  app_sha256 bytea primary key,
  -- Of the secret that the browser which asked holds in a cookie.
  browser_sha256 bytea not null,
  number text not null,
  state text not null check (state in ('waiting', 'scanned', 'authorized', 'refused')),
  -- Whose phone has it.
  person_id uuid references login,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((state = 'waiting') = (person_id is null))
);

-- Whoever was sent to a provider of identities (OpenID Connect) and is expected back.
create table third_request (
  state_sha256 bytea primary key,
  browser_sha256 bytea not null,
  provider text not null,
  -- Nonce and code verifier, sealed by the vault for `third_request:<state>`.
  secrets bytea not null,
  expires_at timestamptz not null
);
-- An identity that was shown and that nobody here has.
create table third_ticket (
  ticket_sha256 bytea primary key,
  browser_sha256 bytea not null,
  provider text not null,
  subject text not null,
  label text,
  expires_at timestamptz not null
);
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

-- The partner application through which an account came, and the nonces of requests that are still young.
alter table account add column partner_app_id text;
create table partner_nonce (
  app_id text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (app_id, nonce)
);
