-- Applications that put attestations forward for a court.

create table court_application (
  id uuid primary key default uuidv7(),
  no text not null unique,
  account_id uuid not null references account,
  login_id uuid not null references login,
  state text not null default 'draft' check (state in ('draft', 'prepared', 'submitted', 'accepted', 'returned', 'filed',
    'withdrawn')),
  -- Incremented with every change of the list, so that the verified list is the one that is signed.
  version int not null default 1,
  court text not null,
  case_no text not null,
  cause text not null,
  -- Contract: CourtParty[], as JSON, encrypted because of identity numbers.
  parties_encrypted bytea not null,
  -- Reference of the court's gateway.
  reference text,
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((reference is not null) or state not in ('submitted', 'accepted', 'returned'))
);
create index court_application_account on court_application (account_id, changed_at desc);

-- The list of evidence, in order.
create table court_item (
  application_id uuid not null references court_application,
  ano text not null references attestation,
  place int not null,
  name text not null,
  source text not null,
  purpose text not null,
  pages text not null,
  primary key (application_id, ano)
);
create index court_item_ano on court_item (ano);

-- The last verification of an attestation for an application.
create table court_verification (
  application_id uuid not null references court_application,
  ano text not null references attestation,
  verified_at timestamptz not null,
  -- Contract: CourtVerification.
  outcome jsonb not null,
  primary key (application_id, ano)
);

-- Signed lists. All are kept, since they may have been handed out. The last one is in force unless the application has
-- returned to draft.
create table court_list (
  application_id uuid not null references court_application,
  version int not null,
  -- The PDF in the store, encrypted, under `court/<application>/`.
  file_key text not null,
  size_bytes int not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- The structured form (docs/formats/evidence-list.md), encrypted.
  content_encrypted bytea not null,
  signed_at timestamptz not null,
  primary key (application_id, version)
);

create table court_event (
  id uuid primary key default uuidv7(),
  application_id uuid not null references court_application,
  event text not null,
  at timestamptz not null,
  who text not null check (who in ('applicant', 'court')),
  name text not null,
  note text not null
);
create index court_event_application on court_event (application_id, id);
