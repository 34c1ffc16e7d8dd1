-- Accounts, logins, sessions, and the codes and limits around signing in.

create extension if not exists pg_trgm;

-- Owns evidence and money.
create table account (
  id uuid primary key default uuidv7(),
  name text not null,
  -- Version of the agreements the holder accepted when the account was opened.
  agreement_version text,
  -- The partner application the account came through.
  partner_app_id text,
  -- Set while the platform bars the account.
  barred_at timestamptz,
  barred_reason text,
  barred_by uuid references staff,
  created_at timestamptz not null default now()
);
create index account_named on account using gin (lower(name) gin_trgm_ops);

-- A person who acts for an account. A seat (`seat_of`) is how an invited user acts for another account: it has neither phone
-- nor password and is reached only by switching to it.
create table login (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  role text not null check (role in ('main', 'sub')),
  seat_of uuid references login,
  name text not null,
  language text not null check (language in ('zh', 'en')),
  phone text unique,
  -- A second name to sign in with, for sub-accounts.
  login_name text,
  -- Verified, in lower case.
  email text unique check (email = lower(email)),
  password_hash text,
  -- Set while the password was chosen by another user: its owner must choose a new one before anything else.
  password_given_at timestamptz,
  -- Contract: Permission. Empty for the holder, who needs none.
  permissions text[] not null default '{}' check (not 'preserve' = any(permissions) or 'evidence' = any(permissions)),
  -- Contract: Scope. The holder sees everything.
  scope text not null default 'own' check (scope in ('own', 'all')),
  -- Null: no limit but the account's balance.
  spending_limit_cents bigint check (spending_limit_cents >= 0),
  -- Contract: memberStateTable. Sessions start and continue only while it is active.
  state text not null default 'active' check (state in ('active', 'disabled', 'left', 'removed', 'closed')),
  -- Set by the platform; the holder cannot lift it.
  barred_at timestamptz,
  barred_reason text,
  barred_by uuid references staff,
  created_at timestamptz not null default now(),
  check (phone is null or seat_of is null),
  check (phone is not null or seat_of is not null or state in ('removed', 'closed')),
  check (login_name is null or seat_of is null),
  check (state <> 'left' or seat_of is not null),
  check (role = 'sub' or seat_of is null)
);
create unique index login_main on login (account_id) where role = 'main';
create unique index login_seat on login (account_id, seat_of);
create unique index login_login_name on login (lower(login_name));
create index login_account on login (account_id, created_at);
create index login_seat_of on login (seat_of) where seat_of is not null;
create index login_named on login using gin (lower(name) gin_trgm_ops);
create index login_login_named on login using gin (lower(login_name) gin_trgm_ops);
create index login_mailed on login using gin (email gin_trgm_ops);
create index login_phone_end on login (reverse(phone) text_pattern_ops);

-- When a login was last used, to the minute; sessions write it (apps/server/src/http/sessions.ts).
create table login_use (
  login_id uuid primary key references login,
  at timestamptz not null
);

create table session (
  -- Digest of the token; only the client has the token.
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  -- Public name of the session, from which the token can't be derived.
  id uuid not null default uuidv7() unique,
  -- The login the session acts as, and the person who signed in.
  login_id uuid not null references login,
  person_id uuid not null references login,
  -- An `api` session is exchanged for a `session` and ends with it.
  kind text not null check (kind in ('session', 'api')),
  parent_sha256 bytea references session on delete cascade,
  address text not null,
  user_agent text not null,
  -- When the user last proved their identity within this session; null: not yet.
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((kind = 'api') = (parent_sha256 is not null))
);
create index session_login on session (login_id);
create index session_person on session (person_id);

-- Time of the latest call: if the clock is set back, sessions that had expired by then end
-- (apps/server/src/http/session-clock.ts).
create table session_clock (
  singleton boolean primary key default true check (singleton),
  at timestamptz not null
);
insert into session_clock (at) values ('-infinity');

-- Open streams listen on the channel `session` for the end of their session or a change of rights of its login or
-- account (apps/server/src/http/session-notices.ts). Triggers, so that every statement notifies them, cascades
-- included.
create function session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', json_build_object('session', encode(old.token_sha256, 'hex'))::text);
  return null;
end $$;
create trigger session_ended after delete on session for each row execute function session_ended();

create function rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', json_build_object(tg_table_name, new.id)::text);
  return null;
end $$;
create trigger rights_changed after update on login for each row
  when ((old.role, old.permissions, old.scope, old.state, old.barred_at, old.password_given_at)
    is distinct from (new.role, new.permissions, new.scope, new.state, new.barred_at, new.password_given_at))
  execute function rights_changed();
create trigger rights_changed after update on account for each row
  when (old.barred_at is distinct from new.barred_at) execute function rights_changed();

-- Browsers a user has signed in with: attempts elsewhere neither lock these out nor use up their codes.
create table login_browser (
  login_id uuid not null references login,
  browser_sha256 bytea not null check (octet_length(browser_sha256) = 32),
  seen_at timestamptz not null,
  primary key (login_id, browser_sha256)
);

-- Consecutive failed sign-ins, by account and by account and address; deleted by a successful one.
create table sign_in_failure (
  key_sha256 bytea primary key,
  failures int not null,
  since timestamptz not null
);

-- A proof of work to solve before a code is sent.
create table challenge (
  id uuid primary key default uuidv7(),
  salt text not null,
  zero_bits smallint not null,
  expires_at timestamptz not null
);

-- The newest code of a phone for a purpose and a requester; older ones are void. A requester's requests and attempts
-- don't affect the codes of other requesters.
create table text_code (
  phone text not null,
  -- The contract lists the purposes.
  purpose text not null,
  -- A browser, a network, a person or an account.
  requester text not null,
  -- Keyed: a plain digest of six digits could be reversed by trying all of them.
  code_fingerprint bytea,
  tries_left smallint not null,
  -- Issued for a verified code and accepted once in its place.
  ticket_sha256 bytea,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (phone, purpose, requester)
);

-- Codes sent since a time, per limit.
create table text_code_count (
  name text primary key,
  sent int not null,
  since timestamptz not null
);
