-- What a capture node said of the files it makes under a lease, and which of them have come; gone with the lease. A fence
-- is never used again.
create table leased_file (
  fence bigint not null,
  path text not null,
  -- Contract: Artifact.
  artifact json not null,
  is_stored boolean not null default false,
  primary key (fence, path)
);

-- The report that ended a lease. Not jsonb, which refuses U+0000.
create table delivery (
  fence bigint primary key,
  ano text not null references attestation,
  -- Contract: CaptureReport.
  report json not null,
  -- Those that have come; none of a capture that failed.
  artifacts json not null,
  delivered_at timestamptz not null
);

-- Whose turn it is, and the oldest of an account.
create index attestation_waiting on attestation (account_id, created_at) where state = 'queuing';

-- Wakes who waits for work, whoever puts it into the queue, once that is committed.
create function tell_of_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work', '');
  return null;
end $$;
create trigger attestation_waits after insert or update of state on attestation for each row
  when (new.state = 'queuing') execute function tell_of_work();
