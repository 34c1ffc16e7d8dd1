-- Below this whoever holds the account wants to be told; null: he does not. Only a fall through it does any work.
alter table ledger_account
  add column low_cents bigint check (low_cents > 0),
  add check (low_cents is null or kind = 'balance');

-- Balances that fell below what their holders had set, and nobody was told of yet.
create table balance_fall (
  account_id uuid primary key references account,
  at timestamptz not null default now()
);
create function balance_fell() returns trigger language plpgsql as $$
begin
  insert into balance_fall (account_id) values (new.account_id) on conflict do nothing;
  return null;
end $$;
create trigger balance_fell after update of balance_cents on ledger_account for each row
  when (new.balance_cents < new.low_cents and old.balance_cents >= new.low_cents) execute function balance_fell();

-- The last notice of its end that was sent, by the days that were left; null: none.
alter table package add column expiry_told_days int;
create index package_expires on package (expires_at);
