-- What an attestation is to its holder, and who is at work on it. One without an account was made on the command line, whose
-- own process works on it.
alter table attestation
  drop constraint attestation_state_check,
  add check (state in ('queuing', 'capturing', 'preview', 'sealing', 'succeeded', 'failed', 'cancelled')),
  add column account_id uuid references account,
  -- Who ordered it.
  add column login_id uuid references login,
  add column name text not null default '',
  add column remark text not null default '',
  add column labels text[] not null default '{}',
  add column title text not null default '',
  -- The capture job, but for number and address (contract: CaptureJob).
  add column job json not null default '{}',
  add column auto_confirm boolean not null default true,
  -- Counted from 1; a retry begins the next.
  add column attempt int not null default 1,
  add column rung text check (rung in ('received', 'hashed', 'stamped', 'logged', 'certified')),
  add column step text,
  add column is_complete boolean,
  add column size_bytes bigint,
  add column manifest_sha256 bytea check (octet_length(manifest_sha256) = 32),
  -- Of the lease it is captured under; the files of that lease are under this number in the store.
  add column fence bigint,
  add column node text,
  -- Null when nobody has it leased; also when the node has handed in its report and the service goes on.
  add column leased_until timestamptz,
  -- Number of the last event told by the node.
  add column told int not null default -1,
  -- Where in the store the certificate and what belongs to it are.
  add column certified_place text;

create sequence lease_fence;

-- Newest first within an account, and the other orders a list has.
create index attestation_created on attestation (account_id, created_at desc, ano);
create index attestation_changed on attestation (account_id, changed_at desc, ano);
create index attestation_named on attestation (account_id, name, ano);
create index attestation_labels on attestation using gin (labels);
create index attestation_manifest on attestation (manifest_sha256);
-- What waits for a node, the oldest first, and what a node may have left.
create index attestation_queue on attestation (created_at) where state = 'queuing';
create index attestation_leased on attestation (leased_until) where leased_until is not null;
create index attestation_preview on attestation (changed_at) where state = 'preview';

create extension if not exists pg_trgm;
-- What a search looks in, as one text.
alter table attestation add column searched text not null
  generated always as (lower(ano || ' ' || url || ' ' || name || ' ' || title || ' ' || remark)) stored;
create index attestation_searched on attestation using gin (searched gin_trgm_ops);

-- The custody of the evidence: what happened to it, when, by whom. Never changed.
create table attestation_event (
  id bigint generated always as identity primary key,
  ano text not null references attestation,
  at timestamptz not null default now(),
  attempt int not null,
  event text not null,
  by text not null,
  said json not null default '[]'
);
create index attestation_event_ano on attestation_event (ano, id);
create function custody_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the custody record is append-only';
end $$;
create trigger custody_is_kept before update or delete or truncate on attestation_event
  for each statement execute function custody_is_kept();

-- When the leaf was committed.
alter table attestation add column sealed_at timestamptz;

-- Every file of every sealed attestation, to be found by what it is.
create table sealed_file (
  ano text not null references attestation,
  path text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  sm3 bytea not null check (octet_length(sm3) = 32),
  primary key (ano, path)
);
create index sealed_file_sha256 on sealed_file (sha256);
create index sealed_file_sm3 on sealed_file (sm3);

-- Of the identity document, once the account is certified.
alter table account add column id_number_sha256 bytea;

-- What of the site is used: nothing in it says by whom.
create table behavior (
  id bigint generated always as identity primary key,
  kind text not null,
  name text not null,
  at timestamptz not null
);
