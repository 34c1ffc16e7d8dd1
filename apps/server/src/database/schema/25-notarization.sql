-- Notary offices and the matters they handle.

create table notary_office (
  id uuid primary key default uuidv7(),
  name text not null unique,
  address text not null,
  phone text not null,
  -- Precedes the number of a deed: （2026）深证字第 12 号.
  number_prefix text not null unique,
  is_open boolean not null default true,
  created_at timestamptz not null
);

-- A notary works for one office.
create table office_notary (
  staff_id uuid primary key references staff,
  office_id uuid not null references notary_office,
  licence_no text not null
);
create index office_notary_office on office_notary (office_id);

-- X.509 certificates with which notaries sign deeds; a new one is issued when name, licence or office change, or when
-- the last one expires.
create table notary_certificate (
  id uuid primary key default uuidv7(),
  staff_id uuid not null references staff,
  office_id uuid not null references notary_office,
  -- As stated in the X.509 certificate.
  office_name text not null,
  name text not null,
  licence_no text not null,
  -- PEM of the private key, encrypted.
  key_encrypted bytea not null,
  -- DER of the X.509 certificates, the notary's first, without the root.
  chain bytea[] not null check (cardinality(chain) > 0),
  sha256 bytea not null unique check (octet_length(sha256) = 32),
  -- `issued` by the installation's authority, whose CRL lists it once it is revoked; `supplied` from an outside authority.
  origin text not null check (origin in ('issued', 'supplied')),
  valid_until timestamptz not null,
  issued_at timestamptz not null,
  -- Signs nothing from then on. Contract: CertificateRevocationReason.
  revoked_at timestamptz,
  revocation_reason text check (revocation_reason in ('superseded', 'cessation-of-operation', 'affiliation-changed',
    'key-compromise')),
  check ((revoked_at is null) = (revocation_reason is null))
);
create index notary_certificate_revoked on notary_certificate (revoked_at) where revoked_at is not null;
create index notary_certificate_staff on notary_certificate (staff_id, issued_at desc);

-- Wording of an office's documents, by kind of matter and document. The newest version applies; before the first, the
-- standard wording.
create table document_template (
  office_id uuid not null references notary_office,
  -- Contract: MatterKind.
  kind text not null,
  document text not null check (document in ('write', 'receipt', 'inform', 'inquiry', 'instrument', 'deed')),
  version int not null check (version > 0),
  text text not null,
  saved_by uuid not null references staff,
  saved_at timestamptz not null,
  primary key (office_id, kind, document, version)
);

-- Last number assigned to a deed, by office and year.
create table deed_number (
  office_id uuid not null references notary_office,
  year int not null,
  last int not null,
  primary key (office_id, year)
);

-- Single characters and pairs of adjacent characters, in lower case. A search looks them up first and then compares the
-- words. Trigrams don't suffice: Chinese names have two or three characters.
create function search_grams(words text[]) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(lower(word), at, size)), '{}')
  from unnest(words) word, generate_series(1, char_length(word)) at, generate_series(1, 2) size
  where at + size - 1 <= char_length(word)
$$;

create table matter (
  id uuid primary key default uuidv7(),
  -- Public, short and not guessable; ends with a check digit.
  no text not null unique,
  account_id uuid not null references account,
  login_id uuid not null references login,
  -- Contract: MatterKind.
  kind text not null,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'correction', 'accepted', 'paying', 'identity',
    'identity-review', 'scheduling', 'scheduled', 'session', 'session-review', 'signing', 'sealing', 'issued', 'declined',
    'rejected', 'terminated', 'abandoned', 'expired')),
  -- Contract: queueOf.
  queue text generated always as (case
    when state = 'draft' then null
    when state in ('issued', 'declined', 'rejected', 'terminated', 'abandoned', 'expired') then 'done'
    when state = 'submitted' then 'new'
    when state = 'identity-review' then 'identity'
    when state = 'sealing' then 'sealing'
    when state in ('scheduling', 'scheduled', 'session', 'session-review') then 'sessions'
    else 'others' end) stored,
  -- Someone on the applicant's side has an open step: `moveStep` and `insertSteps` keep it.
  has_open_step boolean not null default false,
  -- Contract: turnOf, for the applicant.
  turn text generated always as (case
    when state in ('issued', 'declined', 'rejected', 'terminated', 'abandoned', 'expired') then 'done'
    when state in ('draft', 'correction', 'accepted', 'paying', 'scheduling') then 'wait-me'
    when state in ('identity', 'signing') then case when has_open_step then 'wait-me' else 'wait-other' end
    when state = 'scheduled' then 'wait-other'
    else 'wait-notary' end) stored,
  -- search_grams of the number and the names of the parties.
  grams text[] not null default '{}',
  -- Incremented with every change, so that a decision about an earlier version is refused.
  version int not null default 1,
  office_id uuid references notary_office,
  -- The notary who accepted it, or whom the applicant requested.
  notary_id uuid references staff,
  -- Contract: MatterDraft, as JSON, encrypted because of identity numbers. As last submitted, or the first draft.
  content_encrypted bytea not null,
  -- The draft of a correction; the office sees it once it is submitted.
  correction_encrypted bytea check (correction_encrypted is null or state = 'correction'),
  -- Contract: CorrectionItem[].
  corrections jsonb not null default '[]',
  -- Contract: MatterQuestion[], encrypted; null until a notary writes some.
  questions_encrypted bytea,
  -- Fixed at acceptance, by the price list of that time.
  fee_units int check (fee_units > 0),
  fee_price_version int references price_list,
  fee_cents int check (fee_cents >= 0),
  is_fee_waived boolean not null default false,
  -- The open or paid order for its fee.
  order_id uuid references order_,
  reason text,
  deed_no text unique,
  -- How the paper deed was posted.
  carrier text,
  tracking_no text,
  shipped_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Last reminder that it waits for its applicant or parties.
  reminded_at timestamptz,
  submitted_at timestamptz,
  accepted_at timestamptz,
  ended_at timestamptz,
  check ((ended_at is not null) = (state in ('issued', 'declined', 'rejected', 'terminated', 'abandoned',
    'expired'))),
  check ((deed_no is not null) = (state = 'issued')),
  check (num_nulls(carrier, tracking_no, shipped_at) in (0, 3)),
  check (shipped_at is null or state = 'issued')
);
create index matter_account on matter (account_id, changed_at desc, id);
create index matter_turn on matter (account_id, turn, changed_at desc, id);
create index matter_searched on matter using gin (grams);
create index matter_queue on matter (office_id, queue, changed_at, id);
create index matter_notary_queue on matter (office_id, notary_id, queue, changed_at, id);
create index matter_idle on matter (state, changed_at) where ended_at is null;
create index matter_order on matter (order_id) where order_id is not null;

-- Periods after acceptance in which the office can't proceed; they don't count towards its deadline.
create table matter_pause (
  matter_id uuid not null references matter,
  -- `parties`: the matter waits for the parties; a notary sets the other reasons.
  reason text not null check (reason in ('parties', 'materials', 'verification', 'force-majeure')),
  began_at timestamptz not null,
  ended_at timestamptz,
  primary key (matter_id, began_at)
);

-- Persons and companies of a submitted matter.
create table matter_party (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references matter,
  place int not null,
  role text not null check (role in ('applicant', 'counterparty', 'agent')),
  kind text not null check (kind in ('person', 'company')),
  name text not null,
  id_number_encrypted bytea not null,
  -- Finds a person in other matters of the office.
  id_number_fingerprint bytea not null,
  -- The person who signs for a company.
  representative_name text,
  representative_id_encrypted bytea,
  phone text not null,
  -- Whether the account's holder was certified with this name and number when the matter was accepted; never for a
  -- company.
  is_certified boolean not null default false,
  -- Upload that authorizes an agent or representative.
  authority_id uuid references upload,
  unique (matter_id, place),
  check ((kind = 'company') = (representative_name is not null))
);
create index matter_party_person on matter_party (id_number_fingerprint);

-- A task of one person.
create table matter_step (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references matter,
  party_id uuid not null references matter_party,
  -- Contract: MatterStepKind.
  kind text not null,
  state text not null default 'open' check (state in ('open', 'done', 'waived')),
  done_at timestamptz,
  reason text,
  -- How it was done: the provider's result, or the notary who identified the person.
  result jsonb not null default '{}',
  unique (party_id, kind),
  check ((done_at is not null) = (state <> 'open'))
);
create index matter_step_matter on matter_step (matter_id);

create table matter_evidence (
  matter_id uuid not null references matter,
  ano text not null references attestation,
  place int not null,
  -- Contract: VerifiedEvidence, the newest one; the journal has all of them.
  verification jsonb,
  primary key (matter_id, ano)
);
create index matter_evidence_ano on matter_evidence (ano);

create table matter_material (
  matter_id uuid not null references matter,
  upload_id uuid not null references upload,
  code text not null,
  place int not null,
  primary key (matter_id, upload_id)
);

-- One version of a document. Its file is in the store, encrypted, under `matters/<matter>/`.
create table matter_document (
  id uuid primary key,
  matter_id uuid not null references matter,
  kind text not null check (kind in ('write', 'receipt', 'inform', 'inquiry', 'instrument', 'deed')),
  version int not null check (version > 0),
  state text not null check (state in ('frozen', 'sealed', 'void')),
  -- Version of the office's template it was drawn from; 0 is the standard wording.
  template_version int not null default 0,
  -- Digest of the file before its first signature, which everyone signs.
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Positions of signatures, by party, and of the office's seal, as drawn.
  places jsonb not null,
  -- Number of signatures and seals in the file at `file_key`.
  revision int not null default 0,
  file_key text not null,
  -- Its words as drawn, as JSON, encrypted: small screens show them instead of pages.
  text_encrypted bytea not null,
  drawn_at timestamptz not null,
  unique (matter_id, kind, version)
);
create unique index matter_document_current on matter_document (matter_id, kind) where state <> 'void';

-- A handwritten signature, as strokes with their timing. Used once, for the documents that the party had to sign at
-- that time.
create table matter_handwriting (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references matter,
  party_id uuid not null references matter_party,
  strokes jsonb not null,
  -- Digest of the party and of the documents' digests.
  binding text not null,
  written_at timestamptz not null,
  address text not null,
  user_agent text not null
);
create index matter_handwriting_party on matter_handwriting (party_id);

-- One person's signature on one version of a document. It takes effect with this row; afterwards it is embedded into
-- the file as a revision.
create table matter_signature (
  document_id uuid not null references matter_document,
  party_id uuid not null references matter_party,
  handwriting_id uuid not null references matter_handwriting,
  signed_at timestamptz not null,
  address text not null,
  user_agent text not null,
  -- The revision of the file that contains it; null until then.
  revision int,
  primary key (document_id, party_id)
);

-- Append-only: each entry has the digest of the previous one.
create table matter_journal (
  matter_id uuid not null references matter,
  seq int not null check (seq > 0),
  at timestamptz not null,
  -- RFC 8785 text of the entry, whose SHA-256 is `sha256`.
  entry text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- RFC 8785 text of salt, network address and browser, to whose SHA-256 the entry commits; null for the system.
  origin text,
  primary key (matter_id, seq)
);
create function refuse_change() returns trigger language plpgsql as
  $$ begin raise exception '% is append-only', tg_table_name; end $$;
create trigger matter_journal_append_only before update or delete or truncate on matter_journal
  for each statement execute function refuse_change();

-- The public statement of an issued deed: its documents by their digests, without the parties. RFC 8785 text; the log
-- has its digest.
create table matter_deed (
  matter_id uuid primary key references matter,
  statement text not null
);

-- Journal entries for which the parties have been sent a text message; one row keeps it from being sent twice.
create table matter_texted (
  matter_id uuid not null,
  seq int not null,
  texted_at timestamptz not null,
  primary key (matter_id, seq),
  foreign key (matter_id, seq) references matter_journal
);

-- Timestamps over heads of the journal; each head is in the log, too.
create table matter_head (
  matter_id uuid not null,
  seq int not null,
  token bytea not null,
  stamped_at timestamptz not null,
  primary key (matter_id, seq),
  foreign key (matter_id, seq) references matter_journal
);
