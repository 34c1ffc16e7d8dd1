-- Handing evidence over: check codes, grants given for them, and what proof pages show publicly.

create table check_code (
  id uuid primary key default uuidv7(),
  ano text not null references attestation,
  account_id uuid not null references account,
  login_id uuid not null references login,
  -- The recipient.
  label text not null,
  -- Contract: CheckCodeScope.
  scope text not null check (scope in ('certificate', 'picture', 'bundle')),
  -- Keyed digest of the code; the code itself is not stored.
  fingerprint bytea not null,
  uses int not null default 0,
  most_uses int not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check (uses between 0 and most_uses)
);
create index check_code_ano on check_code (ano, id desc);

-- A visitor who entered a code.
create table check_code_grant (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  code_id uuid not null references check_code,
  expires_at timestamptz not null
);
create index check_code_grant_code on check_code_grant (code_id);

-- A capture that a session or a visitor has open as a replay, and its expiry (apps/server/src/replay/grants.ts). Ends
-- with the session, or with the visitor's grant.
create table replay_grant (
  -- Part of the replay's address, with a signature.
  id uuid primary key default gen_random_uuid(),
  token_sha256 bytea references session on delete cascade,
  visit_sha256 bytea references check_code_grant on delete cascade,
  ano text not null,
  fence bigint not null,
  -- Contract: RecordName.
  record text not null check (record in ('first', 'second')),
  expires_at timestamptz not null,
  check (num_nonnulls(token_sha256, visit_sha256) = 1),
  unique (token_sha256, ano, fence, record),
  unique (visit_sha256, ano, fence, record)
);

-- Wrong codes for an attestation within the hour that began at `since`.
create table check_code_guess (
  ano text primary key references attestation,
  failures int not null,
  since timestamptz not null
);

create table proof_page (
  ano text primary key references attestation,
  -- Contract: ProofContent.
  shows text[] not null check (shows <@ array['subject', 'applicant', 'picture'])
);

-- The sample for visitors; at most one.
create table sample_proof (
  is_only boolean primary key default true check (is_only),
  ano text not null references attestation
);
