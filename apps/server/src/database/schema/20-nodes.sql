-- Capture nodes and what they deliver.

create table capture_node (
  name text primary key,
  -- Last request for work.
  seen_at timestamptz not null,
  -- The node's clock minus the service's, as reported then.
  clock_offset_ms bigint,
  clock_uncertainty_ms bigint,
  -- Contract: NodePlace, as the node's operator states it.
  place jsonb,
  -- How many captures of pages and live sessions it carries at once, as it announced; null if it didn't.
  captures int,
  sessions int
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

-- The second record of a page, made by a node of another place (contract: secondRecordStateTable). Its files are under its own fence.
create table second_record (
  ano text primary key references attestation,
  state text not null default 'waiting' check (state in ('waiting', 'capturing', 'delivered', 'failed', 'ended')),
  -- Place of the first record's node, and until when a node of another one may begin; null before the first is leased.
  first_place jsonb,
  give_up_at timestamptz,
  fence bigint,
  node text,
  place jsonb,
  leased_until timestamptz,
  last_event int not null default -1,
  -- Attempts that failed through a fault of the platform.
  faults int not null default 0,
  resume_at timestamptz,
  -- Contract: SecondRecordFailure.
  why text check (why in ('no-place', 'no-node', 'page', 'fault')),
  check ((state = 'failed') = (why is not null)),
  check ((state = 'capturing') = (leased_until is not null))
);
create index second_record_open on second_record (give_up_at) where state in ('waiting', 'capturing');
-- Wakes the waiting nodes once the first record has begun.
create trigger second_record_waits after update on second_record for each row
  when (new.state = 'waiting' and new.first_place is not null) execute function notify_of_work();

-- Attempts that failed because of the platform, whether or not a later one succeeded, for the operator's list.
create table capture_fault (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  ano text not null references attestation,
  attempt int not null,
  node text not null,
  code text not null,
  -- The logs of node and service have the cause under this id.
  trace_id text
);
create index capture_fault_at on capture_fault (at);
