-- Files that forms refer to. Their content is in the store, encrypted, under `uploads/<id>/`.

create table upload (
  id uuid primary key,
  account_id uuid not null references account,
  -- The sender; only they and the reviewer may read it.
  person_id uuid not null references login,
  -- Contract: uploadPurposes.
  purpose text not null,
  name text not null,
  media_type text not null,
  size_bytes int not null check (size_bytes > 0),
  width_px int,
  height_px int,
  created_at timestamptz not null,
  -- When a form began to refer to it; unused uploads are removed after a day.
  used_at timestamptz
);
create index upload_account on upload (account_id);
create index upload_person on upload (person_id);
create index upload_unused on upload (created_at) where used_at is null;
