-- Verified real names of persons and companies.

create table certification (
  id uuid primary key,
  kind text not null check (kind in ('personal', 'enterprise')),
  account_id uuid not null references account,
  -- The certified person; for a company, the submitter.
  person_id uuid not null references login,
  state text not null check (state in ('started', 'pending', 'approved', 'refused', 'revoked', 'withdrawn', 'replaced',
    'ended')),
  -- An application to change the approved one, which stays valid until this one is approved and replaces it.
  is_change boolean not null default false,
  -- The submitted form as JSON, encrypted for `certification/<id>`.
  entered bytea not null,
  -- Keyed digest of the document's number: without the key, numbers can't be guessed by trying.
  number_fingerprint bytea not null check (octet_length(number_fingerprint) = 32),
  masked_name text not null,
  -- Front and back, or licence and authorisation.
  uploads uuid[] not null,
  provider text not null,
  -- Our number of this attempt at the provider, and the provider's own.
  order_no text unique,
  certify_id text,
  -- When the provider redirected the user back.
  returned_at timestamptz,
  -- Counted from 1; each submission is the next.
  attempt int not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references staff,
  reason text,
  approved_at timestamptz,
  -- When a change replaced it.
  replaced_at timestamptz,
  check (state not in ('approved', 'revoked', 'replaced') or approved_at is not null),
  check (state not in ('started', 'pending', 'refused', 'withdrawn') or approved_at is null),
  check ((state = 'replaced') = (replaced_at is not null)),
  check (not is_change or state not in ('approved', 'revoked', 'replaced'))
);
-- One current certification and one change of it; replaced ones are history.
create unique index certification_personal on certification (person_id, is_change)
  where kind = 'personal' and state <> 'replaced';
create unique index certification_enterprise on certification (account_id, is_change)
  where kind = 'enterprise' and state <> 'replaced';
-- Only an approved one counts, so that a mere claim blocks no other user. A company has one certification; a person has
-- up to `certifiedLogins` (contract), which the lock on the number (`lockNumber`) enforces.
create index certification_number on certification (number_fingerprint) where state = 'approved';
create unique index certification_company on certification (number_fingerprint)
  where state = 'approved' and kind = 'enterprise';
-- The console finds companies by a part of their name, or by their credit code.
create index certification_company_name on certification using gin (lower(masked_name) gin_trgm_ops)
  where kind = 'enterprise';
create index certification_company_number on certification (number_fingerprint) where kind = 'enterprise';
create index certification_queue on certification (state, submitted_at, id);
