-- The transparency log (RFC 6962). These tables are authoritative; the files under DATA_DIR/tlog are published from
-- them.

-- Pending and logged leaves share one table, so that one unique key keeps a leaf from being logged twice.
create table log_entry (
  id bigint generated always as identity primary key,
  key text not null unique,
  bytes bytea not null check (octet_length(bytes) between 1 and 65535),
  -- Assigned by the sequencer; null while the leaf is pending.
  idx bigint unique check (idx >= 0),
  leaf_hash bytea check (octet_length(leaf_hash) = 32),
  check ((idx is null) = (leaf_hash is null))
);
create index log_entry_waiting on log_entry (id) where idx is null;

-- Roots of perfect subtrees of 2^level leaves, from level 1; level 0 is log_entry.leaf_hash.
create table log_node (
  level smallint not null check (level between 1 and 62),
  idx bigint not null check (idx >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, idx)
);

-- The primary key rules out a second root for a size.
create table log_checkpoint (
  size bigint primary key check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  -- The signed checkpoint (C2SP tlog-checkpoint).
  note text not null,
  created_at timestamptz not null default now()
);

-- The size of the tree, in a single row.
create table log_head (
  singleton boolean primary key default true check (singleton),
  size bigint not null check (size >= 0)
);
insert into log_head (size) values (0);

-- One row each time an operator continued the log from a database that lacked the last recorded head.
create table log_epoch (
  epoch bigint primary key,
  at timestamptz not null default now(),
  -- Checkpoints signed since then continue a log of this size.
  size bigint not null,
  -- The abandoned head: its size and its signed checkpoint (empty if its record was lost).
  abandoned_size bigint not null,
  abandoned_note text not null
);

-- Append-only: a leaf keeps its key and bytes and gets its index once; no other change is possible.
create function log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the log is append-only';
end $$;
create trigger log_entry_changes_once before update on log_entry for each row
  when (old.idx is not null or (new.id, new.key, new.bytes) is distinct from (old.id, old.key, old.bytes))
  execute function log_is_append_only();
create trigger log_entry_append_only before delete or truncate on log_entry
  for each statement execute function log_is_append_only();
create trigger log_node_append_only before update or delete or truncate on log_node
  for each statement execute function log_is_append_only();
create trigger log_checkpoint_append_only before update or delete or truncate on log_checkpoint
  for each statement execute function log_is_append_only();
