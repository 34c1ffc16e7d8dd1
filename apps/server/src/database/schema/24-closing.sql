-- Requests of holders to close their accounts.

create table closing (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The holder, who requested it.
  person_id uuid not null references login,
  -- Contract: closingStateTable.
  state text not null default 'cooling' check (state in ('cooling', 'undone', 'stopped', 'closed')),
  -- Balance that the holder gave up; after closing, the amount that was left and became `revenue`.
  waived_cents bigint not null default 0 check (waived_cents >= 0),
  asked_at timestamptz not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  -- When the certifications of the closed account were erased.
  erased_at timestamptz check (erased_at is null or state = 'closed'),
  check ((state = 'cooling') = (ended_at is null))
);
create unique index closing_open on closing (account_id) where state = 'cooling';
create index closing_due on closing (due_at) where state = 'cooling';
create index closing_to_erase on closing (ended_at) where state = 'closed' and erased_at is null;
create index closing_account on closing (account_id, asked_at desc);
