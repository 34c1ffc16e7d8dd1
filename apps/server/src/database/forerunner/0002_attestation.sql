create table attestation (
  ano text primary key,
  url text not null,
  state text not null default 'capturing' check (state in ('capturing', 'sealing', 'succeeded', 'failed')),
  failure_code text,
  failure_detail text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check ((state = 'failed') = (failure_code is not null))
);
create index attestation_unfinished on attestation (created_at) where state in ('capturing', 'sealing');
