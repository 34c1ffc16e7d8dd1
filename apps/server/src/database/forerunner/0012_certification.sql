-- Files that forms refer to. What they hold is in the store, sealed, under `uploads/<id>/`.
create table upload (
  id uuid primary key,
  account_id uuid not null references account,
  -- Who sent it, and alone sees it beside the reviewer.
  person_id uuid not null references login,
  -- Contract: uploadPurposes.
  purpose text not null,
  name text not null,
  media_type text not null,
  size_bytes int not null check (size_bytes > 0),
  width_px int,
  height_px int,
  created_at timestamptz not null,
  -- Since when a form refers to it; while null it is removed after a day.
  used_at timestamptz
);
create index upload_account on upload (account_id);
create index upload_unused on upload (created_at) where used_at is null;

create table certification (
  id uuid primary key,
  kind text not null check (kind in ('personal', 'enterprise')),
  account_id uuid not null references account,
  -- Whom it is about; of an enterprise, who submitted it.
  person_id uuid not null references login,
  state text not null check (state in ('started', 'pending', 'approved', 'refused')),
  -- What was entered, as JSON sealed by the vault for `certification/<id>`.
  entered bytea not null,
  -- Of the number: keyed, so that nobody without the key can try numbers.
  number_fingerprint bytea not null check (octet_length(number_fingerprint) = 32),
  masked_name text not null,
  -- Front and back, or licence and authorisation.
  uploads uuid[] not null,
  provider text not null,
  -- Our number for the provider, of this attempt alone, and the provider's.
  order_no text unique,
  certify_id text,
  -- When the provider sent the person back.
  returned_at timestamptz,
  -- Counted from 1; each submission is the next.
  attempt int not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references staff,
  reason text
);
create unique index certification_personal on certification (person_id) where kind = 'personal';
create unique index certification_enterprise on certification (account_id) where kind = 'enterprise';
-- A number stands behind one certification. Only what was approved counts: a claim shuts nobody out.
create unique index certification_number on certification (number_fingerprint) where state = 'approved';
create index certification_queue on certification (state, submitted_at, id);

-- It was a plain digest, which whoever tries all numbers reverses. No account had one.
alter table account drop column id_number_sha256;
