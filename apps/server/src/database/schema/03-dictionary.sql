-- Settings of the platform. All versions are kept; the highest is in force.

create table dictionary_version (
  name text not null,
  version int not null check (version > 0),
  value jsonb not null,
  at timestamptz not null,
  staff_id uuid not null references staff,
  -- The version this one restores; 0: the built-in value. Null for a new value.
  restores int,
  primary key (name, version)
);

create function dictionary_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'versions of the dictionary are append-only';
end $$;
create trigger dictionary_is_kept before update or delete or truncate on dictionary_version
  for each statement execute function dictionary_is_kept();
