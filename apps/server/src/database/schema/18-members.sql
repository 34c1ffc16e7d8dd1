-- Invitations to act for another account.

create table invitation (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- A login with a phone.
  invited_id uuid not null references login,
  invited_by uuid not null references login,
  permissions text[] not null,
  scope text not null check (scope in ('own', 'all')),
  spending_limit_cents bigint check (spending_limit_cents >= 0),
  state text not null default 'invited' check (state in ('invited', 'joined', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'invited') = (answered_at is null))
);
-- One open invitation of a user to an account.
create unique index invitation_open on invitation (account_id, invited_id) where state = 'invited';
create index invitation_account on invitation (account_id, id desc);
create index invitation_invited on invitation (invited_id) where state = 'invited';

-- Offers that a member takes over the account.
create table handover (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The holder who offers, and the sub-account that is to become the holder.
  holder_id uuid not null references login,
  successor_id uuid not null references login,
  -- Contract: handoverStateTable.
  state text not null default 'offered' check (state in ('offered', 'accepted', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  check ((state = 'offered') = (answered_at is null))
);
create unique index handover_open on handover (account_id) where state = 'offered';
