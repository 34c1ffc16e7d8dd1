-- Capture nodes and what they deliver.

create table capture_node (
  name text primary key,
  -- Last request for work.
  seen_at timestamptz not null,
  -- The node's clock minus the service's, as it said then.
  clock_offset_ms bigint,
  clock_uncertainty_ms bigint
);

-- Files a node announced under a lease, and which of them have arrived; deleted with the lease.
create table leased_file (
  fence bigint not null,
  path text not null,
  -- Contract: Artifact.
  artifact json not null,
  is_stored boolean not null default false,
  primary key (fence, path)
);

-- The report that ended a lease. Not jsonb, which rejects U+0000.
create table delivery (
  fence bigint primary key,
  ano text not null references attestation,
  -- Contract: CaptureReport.
  report json not null,
  -- The files that arrived; none for a failed capture.
  artifacts json not null,
  -- The node's clock as of the delivery.
  clock jsonb,
  delivered_at timestamptz not null
);

-- Attempts that failed through a fault of the platform, whether a later one succeeded or not; the operator's list.
create table capture_fault (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  ano text not null references attestation,
  attempt int not null,
  node text not null,
  code text not null,
  -- Under this id the logs of node and service have the cause.
  trace_id text
);
create index capture_fault_at on capture_fault (at);
