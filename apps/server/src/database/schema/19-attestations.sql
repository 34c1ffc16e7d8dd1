-- Attestations, their custody record and sealed files, and who may open a replay.

-- Number (fence) of each lease; never used twice.
create sequence lease_fence;

-- One submission of a user. Its state follows from its attestations.
create table submission (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  login_id uuid not null references login,
  -- Name of the file that the rows came from; empty if they were typed.
  name text not null default '',
  size int not null check (size > 0),
  order_id uuid references order_,
  created_at timestamptz not null default now(),
  -- When the user was notified that all of it came to rest; a submission of one attestation has its own messages.
  summarised_at timestamptz,
  -- A retry may take several calls: the number of attestations that decides the tier of all of them, and those left to the next.
  retry_together int not null default 0,
  retry_left int not null default 0 check (retry_left between 0 and retry_together)
);
create index submission_account on submission (account_id, created_at desc);
create index submission_unsummarised on submission (created_at) where summarised_at is null and size > 1;

create table attestation (
  ano text primary key,
  -- Null on the command line, which has no account. `person_id` is the user who ordered it, `login_id` the one acted as.
  account_id uuid references account,
  login_id uuid references login,
  person_id uuid references login,
  -- The order it waits for or was paid by.
  order_id uuid references order_,
  -- Null on the command line.
  submission_id uuid references submission,
  -- Account and user as they were at submission, as stated in the manifest; later changes of names don't matter.
  submitter jsonb,
  kind text not null default 'page' check (kind in ('page', 'ecommerce', 'files', 'digests', 'live', 'device')),
  -- Empty unless a browser captured it.
  url text not null default '',
  -- Number of submitted files, digests or segments; null for a page.
  file_count int,
  -- Recorded minutes, by which a device's recording is charged; null for other kinds.
  minutes int,
  name text not null default '',
  remark text not null default '',
  labels text[] not null default '{}',
  title text not null default '',
  state text not null default 'capturing'
    check (state in ('unpaid', 'queuing', 'capturing', 'preview', 'sealing', 'succeeded', 'failed', 'cancelled')),
  -- Contract: StateGroup, the tab of a list.
  state_group text not null generated always as (case
    when state in ('unpaid', 'preview') then 'attention' when state = 'succeeded' then 'preserved'
    when state in ('failed', 'cancelled') then 'ended' else 'progress' end) stored,
  -- A code and a sentence of the contract. Not jsonb, which rejects U+0000.
  failure json,
  -- Contract: CaptureJob without number and URL.
  job json not null default '{}',
  auto_confirm boolean not null default true,
  -- Counted from 1; a retry begins the next.
  attempt int not null default 1,
  -- Failed attempts because of the platform, since it was submitted or last retried by its holder. The next attempt
  -- starts at `resume_at` or later, on a node other than `avoid_node` if there is one.
  faults int not null default 0,
  resume_at timestamptz,
  avoid_node text,
  -- The lease it is captured under; its files are stored under this number.
  fence bigint,
  node text,
  -- Null while no node has a lease, including after the node has delivered and the service continues.
  leased_until timestamptz,
  -- Number of the last event the node reported.
  last_event int not null default -1,
  step text,
  rung text check (rung in ('received', 'hashed', 'stamped', 'logged', 'certified')),
  is_complete boolean,
  -- Contract: BlockKind, a sign that the capture may show the wrong page.
  warning text,
  size_bytes bigint,
  manifest_sha256 bytea check (octet_length(manifest_sha256) = 32),
  -- Place of the certificate and its parts in the store.
  certified_place text,
  -- When the capture that was sealed began, as in the manifest.
  captured_at timestamptz,
  -- When the leaf was committed to the log.
  sealed_at timestamptz,
  -- The store keeps the evidence until this time; set once it does.
  retained_until timestamptz,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check ((state = 'failed') = (failure is not null)),
  check ((person_id is null) = (login_id is null)),
  check (state <> 'unpaid' or order_id is not null),
  check ((kind = 'device') = (minutes is not null)),
  check ((kind in ('page', 'ecommerce', 'live')) = (file_count is null) and (kind in ('page', 'ecommerce', 'live')) = (url <> ''))
);
-- Lists and counts of an account.
create index attestation_created on attestation (account_id, created_at desc, ano);
create index attestation_changed on attestation (account_id, changed_at desc, ano);
create index attestation_named on attestation (account_id, name, ano);
create index attestation_counted on attestation (account_id, state, created_at desc);
-- Lists of members who see only what they submitted.
create index attestation_own on attestation (login_id, created_at desc, ano);
-- Tabs of these lists.
create index attestation_grouped on attestation (account_id, state_group, created_at desc, ano);
create index attestation_own_grouped on attestation (login_id, state_group, created_at desc, ano);
create index attestation_labels on attestation using gin (labels);
create index attestation_manifest on attestation (manifest_sha256);
create index attestation_submission on attestation (submission_id, created_at, ano);
create index attestation_submission_state on attestation (submission_id, state);
-- Earlier attestations of a URL. B-trees can't hold the longest URLs.
create index attestation_url on attestation using hash (url) where url <> '';
create index attestation_order on attestation (order_id) where order_id is not null;
-- The queue, each account's turn in it, leases, and previews that expire.
create index attestation_queue on attestation (created_at) where state = 'queuing';
create index attestation_waiting on attestation (account_id, created_at) where state = 'queuing' and kind in ('page', 'ecommerce', 'live');
-- Lists of files and digests.
create index attestation_files on attestation (account_id, created_at desc, ano) where kind in ('files', 'digests');
create index attestation_leased on attestation (leased_until) where leased_until is not null;
create index attestation_preview on attestation (changed_at) where state = 'preview';
-- Work that a crash interrupted.
create index attestation_unfinished on attestation (created_at) where state in ('capturing', 'sealing');
create index attestation_unretained on attestation (ano) where state = 'succeeded' and retained_until is null;

-- Wakes the waiting nodes at COMMIT when an attestation enters the queue.
create function notify_of_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work', '');
  return null;
end $$;
create trigger attestation_waits after insert or update of state on attestation for each row
  when (new.state = 'queuing') execute function notify_of_work();

-- The custody record: what happened to the evidence, when, by whom. Append-only.
create table attestation_event (
  id bigint generated always as identity primary key,
  ano text not null references attestation,
  -- Number within the attestation, from 1 without gaps.
  n int not null,
  -- In whole milliseconds, as in a bundle.
  at timestamptz not null default clock_timestamp(),
  attempt int not null,
  event text not null,
  -- A login, the name of a capture node, `service`, or `visitor` for a person without an account.
  by text not null,
  -- The person behind `by`, if that is a seat; otherwise null.
  person_id uuid references login,
  -- In RFC 8785 form: the text is part of the digest.
  messages json not null default '[]',
  -- Links the event to the previous one (docs/formats/bundle.md, proof/custody.json).
  sha256 bytea not null check (octet_length(sha256) = 32),
  unique (ano, n)
);
create index attestation_event_ano on attestation_event (ano, id);
-- Views of a user: recorded once an hour.
create index attestation_event_viewed on attestation_event (ano, by, at) where event = 'access.viewed';
create index attestation_event_failed on attestation_event (at) where event = 'failed';
create function custody_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the custody record is append-only';
end $$;
-- Numbers an event and links it. Locks the attestation's row, so that concurrent events follow each other.
create function link_custody() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform from attestation where ano = new.ano for no key update;
  select n, encode(sha256, 'hex') as sha256 into last from attestation_event where ano = new.ano order by n desc limit 1;
  new.n := coalesce(last.n, 0) + 1;
  new.at := date_trunc('milliseconds', new.at);
  -- Members in the order of RFC 8785; `to_json` escapes strings as it does.
  new.sha256 := sha256(convert_to(
    '{"ano":' || to_json(new.ano) || ',"at":"' || to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","attempt":' || new.attempt || ',"by":' || to_json(new."by") || ',"event":' || to_json(new.event)
    || ',"messages":' || new.messages::text || ',"n":' || new.n
    || ',"person":' || coalesce(to_json(new.person_id)::text, 'null')
    || ',"previous":' || coalesce(to_json(last.sha256)::text, 'null') || '}', 'UTF8'));
  return new;
end $$;
create trigger custody_is_linked before insert on attestation_event for each row execute function link_custody();
create trigger custody_is_kept before update or delete or truncate on attestation_event
  for each statement execute function custody_is_kept();

-- A file that a user uploaded to attest; its content is in the store under `received/` until the attestation is certified.
create table received_file (
  id uuid primary key,
  account_id uuid not null references account,
  person_id uuid not null references login,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  sm3 bytea not null check (octet_length(sm3) = 32),
  -- The attestation made of it; null before there is one.
  ano text references attestation,
  created_at timestamptz not null
);
create index received_file_account on received_file (account_id);
create index received_file_ano on received_file (ano) where ano is not null;
create index received_file_unused on received_file (created_at) where ano is null;

-- A file that arrives in pieces (tus). Bytes in the store beyond `received_bytes` don't count.
create table open_upload (
  id uuid primary key,
  account_id uuid not null references account,
  person_id uuid not null references login,
  name text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  modified_at timestamptz,
  received_bytes bigint not null default 0 check (received_bytes between 0 and size_bytes),
  created_at timestamptz not null,
  -- When the last bytes arrived.
  touched_at timestamptz not null
);
create index open_upload_account on open_upload (account_id);
create index open_upload_touched on open_upload (touched_at);

-- The files, digests or segments of an attestation as they were submitted, numbered from 1.
create table attestation_file (
  ano text not null references attestation,
  n int not null,
  name text not null,
  size_bytes bigint,
  modified_at timestamptz,
  sha256 bytea not null check (octet_length(sha256) = 32),
  sm3 bytea check (octet_length(sm3) = 32),
  -- The digest that the user's program stated for an upload.
  declared_sha256 bytea check (octet_length(declared_sha256) = 32),
  -- Path in the bundle; null for a digest.
  path text,
  -- The upload or the device's file; null for a digest. The row of an upload is removed once the attestation is certified.
  received_id uuid,
  -- Media type of a device's file; the row of an upload has its own.
  media_type text,
  -- The upload that was added to a digest later, and when; its content stays as long as the attestation.
  added_id uuid,
  added_at timestamptz,
  primary key (ano, n),
  unique (ano, name),
  check ((path is null) = (received_id is null)),
  check ((added_id is null) = (added_at is null) and (added_id is null or path is null))
);
create unique index attestation_file_added on attestation_file (added_id) where added_id is not null;
-- Duplicates within an account, and digests looked up by visitors.
create index attestation_file_sha256 on attestation_file (sha256);
create index attestation_file_sm3 on attestation_file (sm3) where path is null;

-- Digests of all files of all sealed attestations, to look evidence up by content.
create table sealed_file (
  ano text not null references attestation,
  path text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  sm3 bytea not null check (octet_length(sm3) = 32),
  primary key (ano, path)
);
create index sealed_file_sha256 on sealed_file (sha256);
create index sealed_file_sm3 on sealed_file (sm3);

-- Words by which attestations are found, newest first (docs/decisions/0025-search.md). `key` is the digest of account
-- and word. Has no foreign key: it would be checked for each of some hundred rows, and attestations are never removed.
create table attestation_term (
  key bigint not null,
  created_at timestamptz not null,
  ano text not null
);
create unique index attestation_term_key on attestation_term (key, created_at desc, ano);

-- The words in `attestation_term`: those of name, URL and so on, and those of the captured page.
create table attestation_words (
  ano text primary key references attestation,
  facts text[] not null,
  page text[] not null default '{}'
);

-- An Excel file with a list of evidence, written by a job (apps/server/src/features/attestations/list-exports).
create table list_export (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The login and the person who requested it, with whose rights the list is read.
  login_id uuid not null references login,
  person_id uuid not null references login,
  -- Whether it contains the evidence of all members; otherwise only that of the login.
  is_of_account boolean not null,
  -- Contract: ListExportFilter.
  filter jsonb not null,
  language text not null,
  -- Contract: listExportStateTable.
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed', 'expired', 'discarded')),
  asked_at timestamptz not null,
  -- Progress of the running attempt; it starts over after a crash.
  done_rows int not null default 0,
  total_rows int,
  -- Key of the file in the store: each attempt has its own, so that two attempts never write the same file.
  key text,
  size_bytes bigint,
  expires_at timestamptz,
  -- Contract: ListExportFailure. Kept when a failed export is discarded.
  failure text,
  check (state = 'discarded' or (state = 'failed') = (failure is not null)),
  check (state <> 'ready' or (key is not null and size_bytes is not null and expires_at is not null))
);
create unique index list_export_open on list_export (login_id, person_id) where state = 'preparing';
create index list_export_asked on list_export (login_id, person_id, asked_at desc);
create index list_export_kept on list_export (id) where state in ('preparing', 'ready');

-- Filters that a user saved for the list of evidence, under a name.
create table saved_view (
  id uuid primary key default uuidv7(),
  login_id uuid not null references login,
  name text not null,
  -- The query of the list's address.
  query text not null,
  created_at timestamptz not null default now(),
  unique (login_id, name)
);

-- Cookies that a user supplied for captures of one site: encrypted for the row, deleted when they expire
-- or the account is closed.
create table cookie_profile (
  id uuid primary key default uuidv7(),
  -- The login and the person who saved them: only this person uses them, and only as this login.
  login_id uuid not null references login,
  person_id uuid not null references login,
  name text not null,
  -- Host, including its subdomains.
  site text not null,
  -- Contract: ProfileCookie[].
  cookies bytea not null,
  cookie_count int not null check (cookie_count > 0),
  expires_at timestamptz not null,
  -- The one submission that may use it; null until then. Deleted once its captures have ended.
  submission_id uuid unique references submission,
  created_at timestamptz not null default now()
);
create index cookie_profile_login on cookie_profile (login_id, person_id);
create index cookie_profile_expires on cookie_profile (expires_at);

-- Result of each check of all evidence in the store.
create table store_check (
  at timestamptz primary key default now(),
  attestations int not null,
  files bigint not null,
  problems int not null
);
