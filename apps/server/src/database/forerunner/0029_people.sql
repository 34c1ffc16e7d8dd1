-- A password that somebody else set, as the main account does for a member: its owner has to choose one of his own before
-- anything else. Null of a password that he chose.
alter table login add column password_given_at timestamptz;

-- An operator takes an approval back.
alter table certification
  drop constraint certification_state_check,
  add check (state in ('started', 'pending', 'approved', 'refused', 'revoked'));

-- Browsers in which one of the staff has signed in before: what others try elsewhere does not lock them out.
create table staff_browser (
  staff_id uuid not null references staff,
  browser_sha256 bytea not null check (octet_length(browser_sha256) = 32),
  seen_at timestamptz not null,
  primary key (staff_id, browser_sha256)
);

-- Somebody who has lost every second factor asks for them to be removed (contract: recoveryTransitions).
create table recovery (
  id uuid primary key default uuidv7(),
  person_id uuid not null references login,
  state text not null check (state in ('asked', 'scheduled', 'done', 'refused', 'stopped', 'expired')),
  -- What he says happened, and from where he said it.
  told text not null,
  address text not null,
  user_agent text not null,
  asked_at timestamptz not null,
  -- By an operator: how he made sure who it is, or why he refuses.
  note text,
  decided_by uuid references staff,
  decided_at timestamptz,
  -- Not before this the factors are removed.
  effective_at timestamptz,
  ended_at timestamptz,
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('scheduled', 'done') or effective_at is not null),
  check ((state in ('asked', 'scheduled')) = (ended_at is null))
);
-- One at a time.
create unique index recovery_open on recovery (person_id) where ended_at is null;
create index recovery_person on recovery (person_id, asked_at desc);
create index recovery_queue on recovery (state, asked_at, id);
