-- Submissions of attestations to the connected internet court.

create table netcourt_submission (
  ano text primary key references attestation,
  -- Who submitted it last.
  login_id uuid not null references login,
  -- Contract: NetcourtState.
  state text not null default 'waiting' check (state in ('waiting', 'received', 'refused', 'unconfirmed')),
  -- Name of the court's system.
  court text not null,
  -- The court's number of the submission.
  reference text,
  -- Why the court rejected it, in the court's words.
  reason text,
  submitted_at timestamptz not null,
  answered_at timestamptz,
  check ((reference is not null) = (state = 'received')),
  check ((reason is not null) = (state = 'refused')),
  check ((answered_at is not null) = (state in ('received', 'refused')))
);
