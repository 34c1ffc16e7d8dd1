-- What a member of an account signs in with beside his phone, and may spend.
alter table login
  add column login_name text,
  -- In cents; null: as much as the account has.
  add column spending_limit_cents bigint check (spending_limit_cents >= 0),
  -- Set with `disabled_at` when whoever held the seat gave it up: the account cannot bring him back.
  add column left_at timestamptz,
  -- When it was last used, to the minute.
  add column seen_at timestamptz,
  add check (login_name is null or (role = 'sub' and seat_of is null)),
  add check (left_at is null or (seat_of is not null and disabled_at is not null));
-- Case does not count.
create unique index login_login_name on login (lower(login_name));
create index login_account on login (account_id, created_at);
create index login_seat_of on login (seat_of) where seat_of is not null;

create table invitation (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- A person, who has a phone.
  invited_id uuid not null references login,
  invited_by uuid not null references login,
  permissions text[] not null,
  spending_limit_cents bigint check (spending_limit_cents >= 0),
  state text not null default 'invited' check (state in ('invited', 'joined', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'invited') = (answered_at is null))
);
-- Nobody waits twice.
create unique index invitation_open on invitation (account_id, invited_id) where state = 'invited';
create index invitation_account on invitation (account_id, id desc);
create index invitation_invited on invitation (invited_id) where state = 'invited';

-- An act on another account, as a switch to a seat there, is seen in its trail as well.
create index audit_to_account on audit ((subject ->> 'toAccountId'), id desc) where subject ? 'toAccountId';
