-- Parties of matters on the phone pages: their sessions, and the evidence of their identity.

create table party_session (
  -- Digest of the token; only the client has the token.
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  party_id uuid not null references matter_party on delete cascade,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index party_session_party on party_session (party_id);

-- Digits for one recording: unpredictable, shown one by one, used once.
create table party_challenge (
  id uuid primary key default uuidv7(),
  party_id uuid not null references matter_party,
  step text not null check (step in ('live-video', 'objective-video')),
  digits text not null check (digits ~ '^[0-9]{6}$'),
  -- When each digit was shown, in order.
  shown_at timestamptz[] not null default '{}' check (cardinality(shown_at) <= 6),
  expires_at timestamptz not null,
  -- Digest of the recording, announced by the party before its content; no other recording is accepted.
  announced_sha256 bytea check (octet_length(announced_sha256) = 32),
  announced_at timestamptz check ((announced_at is null) = (announced_sha256 is null)),
  used_at timestamptz
);
create index party_challenge_party on party_challenge (party_id);

-- A recording that is being uploaded in pieces; one per party. Deleted once it is a file, or a day after its last
-- piece.
create table party_upload (
  id uuid primary key,
  party_id uuid not null unique references matter_party,
  challenge_id uuid not null references party_challenge,
  size_bytes int not null check (size_bytes > 0),
  received_bytes int not null default 0 check (received_bytes between 0 and size_bytes),
  touched_at timestamptz not null
);
create index party_upload_touched on party_upload (touched_at);

create table party_upload_piece (
  upload_id uuid not null references party_upload on delete cascade,
  -- Offset of the first byte.
  at int not null,
  content_encrypted bytea not null,
  primary key (upload_id, at)
);

-- Pictures and recordings. Their files are in the store, encrypted, under `parties/<matter>/`.
create table party_file (
  id uuid primary key,
  party_id uuid not null references matter_party,
  kind text not null check (kind in ('card-front', 'card-back', 'live-video', 'objective-video')),
  media_type text not null,
  size_bytes int not null,
  -- Digest of the stored file, before encryption.
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- A recording answers a challenge; `is_live` means that the page claims to have recorded it at that time.
  challenge_id uuid unique references party_challenge,
  is_live boolean,
  sent_at timestamptz not null,
  -- When its step was submitted with it; null while it may still be replaced.
  submitted_at timestamptz,
  played_at timestamptz,
  check ((challenge_id is not null) = (kind in ('live-video', 'objective-video'))),
  check ((challenge_id is null) = (is_live is null))
);
create index party_file_party on party_file (party_id, sent_at);

-- Data of the identity card as checked by the person, one row each time; the newest is used.
create table party_card (
  id uuid primary key default uuidv7(),
  party_id uuid not null references matter_party,
  -- Contract: CheckedCard, as JSON, encrypted.
  card_encrypted bytea not null,
  -- Fields that differ from the application.
  differs text[] not null,
  checked_at timestamptz not null
);
create index party_card_party on party_card (party_id, id desc);
create trigger party_card_append_only before update or delete or truncate on party_card
  for each statement execute function refuse_change();

-- Answers to the notary's questions; of several answers to a question, the newest is used.
create table party_answer (
  id uuid primary key default uuidv7(),
  party_id uuid not null references matter_party,
  place smallint not null,
  -- Question and answer, as JSON, encrypted.
  answer_encrypted bytea not null,
  -- The page measured the time since the party began to write: their clock may be wrong.
  started_at timestamptz not null,
  answered_at timestamptz not null check (answered_at >= started_at)
);
create index party_answer_party on party_answer (party_id, id);
create trigger party_answer_append_only before update or delete or truncate on party_answer
  for each statement execute function refuse_change();

-- Words of consent that parties agreed to, one row each time: RFC 8785 text whose SHA-256 is in the journal.
create table party_consent (
  id uuid primary key default uuidv7(),
  party_id uuid not null references matter_party,
  words text not null,
  version int not null,
  agreed_at timestamptz not null
);
create index party_consent_party on party_consent (party_id, id);
create trigger party_consent_append_only before update or delete or truncate on party_consent
  for each statement execute function refuse_change();

-- Documents that a party read to the end.
create table party_reading (
  party_id uuid not null references matter_party,
  document_id uuid not null references matter_document,
  read_at timestamptz not null,
  primary key (party_id, document_id)
);
