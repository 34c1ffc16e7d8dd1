-- The Merkle log. The database is the truth; what stands under DATA_DIR/tlog is published from it.

-- A leaf waits without an index until the sequencer gives it one. Waiting and logged leaves share one table so that one
-- constraint keeps a key from being logged twice, at every moment in between too.
create table log_entry (
  id bigint generated always as identity primary key,
  key text not null unique,
  bytes bytea not null check (octet_length(bytes) between 1 and 65535),
  idx bigint unique check (idx >= 0),
  leaf_hash bytea check (octet_length(leaf_hash) = 32),
  check ((idx is null) = (leaf_hash is null))
);
create index log_entry_waiting on log_entry (id) where idx is null;

-- Roots of perfect subtrees of 2^level leaves, level 1 and above; level 0 is log_entry.leaf_hash.
create table log_node (
  level smallint not null check (level between 1 and 62),
  idx bigint not null check (idx >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, idx)
);

-- A second root for a size is impossible by the key.
create table log_checkpoint (
  size bigint primary key check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  note text not null,
  created_at timestamptz not null default now()
);

create table log_head (
  singleton boolean primary key default true check (singleton),
  size bigint not null check (size >= 0)
);
insert into log_head (size) values (0);

-- Append-only, whoever asks: a leaf keeps its key and bytes and gets its index once; nothing else ever changes.
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
