-- Requests to remove the second factors of a user who lost all of them.

create table recovery (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  -- Contract: recoveryStateTable.
  state text not null check (state in ('asked', 'scheduled', 'done', 'refused', 'stopped', 'expired')),
  -- The user's account of what happened, and where the request came from.
  statement text not null,
  address text not null,
  user_agent text not null,
  asked_at timestamptz not null,
  -- The operator's: how the identity was verified, or why the request is refused.
  note text,
  decided_by uuid references staff,
  decided_at timestamptz,
  -- The factors are removed no earlier than this.
  effective_at timestamptz,
  ended_at timestamptz,
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('scheduled', 'done') or effective_at is not null),
  check ((state in ('asked', 'scheduled')) = (ended_at is null))
);
-- One open request per person.
create unique index recovery_open on recovery (person_id) where ended_at is null;
create index recovery_person on recovery (person_id, asked_at desc);
create index recovery_queue on recovery (state, asked_at, id);
