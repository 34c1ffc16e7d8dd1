-- A double-entry ledger in whole cents of CNY. Every business act is one transfer, its entries sum to zero, nothing in it is
-- ever changed.
create table ledger_account (
  id uuid primary key default uuidv7(),
  -- Of a customer: `balance` is what he can spend, `held` what is set aside. The platform's own: `revenue`, and `funds`, which
  -- are with a payment provider.
  kind text not null check (kind in ('balance', 'held', 'revenue', 'funds')),
  account_id uuid references account,
  provider text,
  -- The sum of a customer's entries. Of the platform's own there is none: every act touches them, and would wait for the others.
  balance_cents bigint constraint ledger_balance check (balance_cents >= 0),
  check ((account_id is not null) = (kind in ('balance', 'held'))),
  check ((provider is not null) = (kind = 'funds')),
  check ((balance_cents is not null) = (account_id is not null)),
  unique nulls not distinct (kind, account_id, provider)
);

create table ledger_transfer (
  id bigint generated always as identity primary key,
  -- Of the business act: it is done once, however often it is asked for.
  key text not null unique,
  -- Contract: TransferKind.
  kind text not null,
  at timestamptz not null default now(),
  -- Who caused it; null where a provider or a clock did.
  login_id uuid references login,
  -- The charge, order or refund that it belongs to.
  subject text not null
);
create index ledger_transfer_subject on ledger_transfer (subject);

create table ledger_entry (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references ledger_transfer,
  ledger_account_id uuid not null references ledger_account,
  amount_cents bigint not null check (amount_cents <> 0),
  -- Of a customer's account after it.
  balance_cents bigint
);
create index ledger_entry_account on ledger_entry (ledger_account_id, id desc);
create index ledger_entry_transfer on ledger_entry (transfer_id);

create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_transfer_is_kept before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_is_kept();
create trigger ledger_entry_is_kept before update or delete or truncate on ledger_entry
  for each statement execute function ledger_is_kept();

create function ledger_sums_to_zero() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 1) from ledger_entry where transfer_id = new.id) <> 0 then
    raise exception 'the entries of transfer % do not sum to zero', new.key;
  end if;
  return null;
end $$;
create constraint trigger ledger_sums_to_zero after insert on ledger_transfer
  deferrable initially deferred for each row execute function ledger_sums_to_zero();

-- Posts a transfer in one round trip; false where its key is known, and nothing is done. Legs are taken in one order by
-- everybody, so that no two acts wait for each other.
create function post_transfer(
  p_key text, p_kind text, p_login uuid, p_subject text,
  p_kinds text[], p_accounts uuid[], p_providers text[], p_cents bigint[]
) returns boolean language plpgsql as $$
declare
  v_transfer bigint;
  v_leg record;
  v_account uuid;
  v_balance bigint;
begin
  insert into ledger_transfer (key, kind, login_id, subject) values (p_key, p_kind, p_login, p_subject)
    on conflict (key) do nothing returning id into v_transfer;
  if v_transfer is null then
    return false;
  end if;
  for v_leg in
    select * from unnest(p_kinds, p_accounts, p_providers, p_cents) as leg (kind, account_id, provider, cents)
    order by account_id, kind, provider
  loop
    select id into v_account from ledger_account where kind = v_leg.kind
      and account_id is not distinct from v_leg.account_id and provider is not distinct from v_leg.provider;
    if v_account is null then
      insert into ledger_account (kind, account_id, provider, balance_cents)
        values (v_leg.kind, v_leg.account_id, v_leg.provider, case when v_leg.account_id is not null then 0 end)
        on conflict do nothing;
      select id into v_account from ledger_account where kind = v_leg.kind
        and account_id is not distinct from v_leg.account_id and provider is not distinct from v_leg.provider;
    end if;
    v_balance := null;
    if v_leg.account_id is not null then
      update ledger_account set balance_cents = balance_cents + v_leg.cents where id = v_account
        returning balance_cents into v_balance;
    end if;
    insert into ledger_entry (transfer_id, ledger_account_id, amount_cents, balance_cents)
      values (v_transfer, v_account, v_leg.cents, v_balance);
  end loop;
  return true;
end $$;
