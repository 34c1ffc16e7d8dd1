-- Files with all data of an account, requested by its holder.

create table data_export (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The holder, who requested it.
  person_id uuid not null references login,
  -- Contract: dataExportStateTable.
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed', 'expired', 'discarded')),
  with_bundles boolean not null,
  asked_at timestamptz not null,
  -- Progress of the running attempt; it starts over after a crash.
  done_bytes bigint not null default 0,
  total_bytes bigint,
  -- Key of the file in the store: each attempt has its own, so that two attempts never write the same file.
  key text,
  size_bytes bigint,
  expires_at timestamptz,
  -- Contract: DataExportFailure.
  failure text,
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'ready' or (key is not null and size_bytes is not null and expires_at is not null))
);
create unique index data_export_open on data_export (account_id) where state = 'preparing';
create index data_export_account on data_export (account_id, asked_at desc);
create index data_export_kept on data_export (id) where state in ('preparing', 'ready');
