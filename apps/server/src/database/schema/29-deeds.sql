-- The bundle of an issued matter. Its small parts are one encrypted file in the store, under `matters/<matter>/`;
-- documents and recordings are read from their own places.
create table deed_bundle (
  matter_id uuid primary key references matter,
  file_key text not null,
  manifest_sha256 bytea not null check (octet_length(manifest_sha256) = 32),
  size_bytes bigint not null,
  made_at timestamptz not null
);
