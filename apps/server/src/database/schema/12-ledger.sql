-- The double-entry books, in whole cents of CNY. A transfer moves cents from one ledger account to another and never changes.

-- PostgreSQL prepares a table's check constraints for each statement that changes a row, but a domain's only once. Balances
-- change with every payment, so their conditions are domains, and an account is checked by a trigger when it is created.
create domain balance as bigint constraint ledger_balance check (value >= 0);
create domain amount as bigint constraint amount check (value > 0);

create table ledger_account (
  id uuid primary key default uuidv7(),
  -- A customer's: `balance` can be spent, `held` is set aside. The platform's: `revenue`; `funds` at a payment provider;
  -- `returning`, money without an order or on its way back to the payer.
  kind text not null,
  -- No foreign key, which would lock the account's row with every payment; the trigger below checks it.
  account_id uuid,
  provider text,
  -- Null for the platform's accounts: all payments touch them and would wait for each other.
  balance_cents balance,
  -- The holder is notified when the balance falls below this; null: never.
  low_cents amount,
  unique nulls not distinct (kind, account_id, provider)
-- Leaves room on the page for the next version of a row; otherwise each change of a balance would also change the
-- indexes.
) with (fillfactor = 50);

create function ledger_account_is_of_its_kind() returns trigger language plpgsql as $$
begin
  if new.kind not in ('balance', 'held', 'revenue', 'funds', 'returning')
      or (new.account_id is not null) <> (new.kind in ('balance', 'held'))
      or (new.provider is not null) <> (new.kind = 'funds')
      or (new.balance_cents is not null) <> (new.account_id is not null)
      or (new.account_id is not null and not exists (select from account where id = new.account_id)) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_account_is_of_its_kind',
      message = format('an account of kind %s is none of this form', new.kind);
  end if;
  return new;
end $$;
create trigger ledger_account_is_of_its_kind before insert on ledger_account
  for each row execute function ledger_account_is_of_its_kind();

-- Transfers refer to ledger accounts without foreign keys, so ledger accounts must never be deleted or change owners.
create function ledger_account_stays() returns trigger language plpgsql as $$
begin
  raise exception 'accounts of the ledger stay';
end $$;
create trigger ledger_account_stays before delete or truncate or update of id, kind, account_id, provider on ledger_account
  for each statement execute function ledger_account_stays();

-- The two accounts that the platform has once; their ids are constants, so that posting needs no query for them.
insert into ledger_account (id, kind) values
  ('019b7600-0000-7000-8000-000000000001', 'revenue'),
  ('019b7600-0000-7000-8000-000000000002', 'returning');
create function own_ledger_account(p_kind text) returns uuid immutable language sql
  return case p_kind
    when 'revenue' then uuid '019b7600-0000-7000-8000-000000000001'
    when 'returning' then uuid '019b7600-0000-7000-8000-000000000002'
  end;

-- The platform's account at a payment provider, created on first use. If another transaction creates it at the same time,
-- the insert waits for it, and the select finds it.
create function funds_ledger_account(p_provider text) returns uuid language sql as $$
  insert into ledger_account (kind, provider) values ('funds', p_provider) on conflict (kind, account_id, provider) do nothing;
  select id from ledger_account where kind = 'funds' and account_id is null and provider = p_provider;
$$;

create table ledger_transfer (
  id bigint generated always as identity,
  -- Identifies the business transaction, which is posted once, however often it is requested.
  key text primary key,
  -- Contract: TransferKind.
  kind text not null,
  at timestamptz not null default now(),
  -- The user who caused it; null for a provider or a timer.
  login_id uuid,
  -- The charge, order or refund it belongs to.
  subject text not null,
  -- These and `login_id` have no foreign keys: those lock the rows they refer to, and all payments refer to the same few
  -- accounts of the platform. Neither is ever removed, and `post_transfer` takes no account by id.
  from_account uuid not null,
  to_account uuid not null,
  cents amount not null,
  -- Balances of customers' accounts afterwards; null for the platform's.
  from_balance_cents bigint,
  to_balance_cents bigint
);
create index ledger_transfer_subject on ledger_transfer (subject);
-- The history of a customer's account, in order.
create index ledger_transfer_from on ledger_transfer (from_account, id) where from_balance_cents is not null;
create index ledger_transfer_to on ledger_transfer (to_account, id) where to_balance_cents is not null;
-- Transfers since a moment.
create index ledger_transfer_since on ledger_transfer (at);

create function ledger_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_transfer_is_kept before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_is_kept();

-- A transfer as each of its two accounts sees it.
create view ledger_entry as
  select id as transfer_id, key, kind, at, login_id, subject,
      from_account as ledger_account_id, -cents as amount_cents, from_balance_cents as balance_cents from ledger_transfer
  union all
  select id, key, kind, at, login_id, subject, to_account, cents, to_balance_cents from ledger_transfer;

-- Accounts whose balance fell below `low_cents`, until their holder is notified.
create table balance_fall (
  account_id uuid primary key references account,
  at timestamptz not null default now()
);

-- Posts a transfer in one round trip; returns false and changes nothing if its key is known. Balances change first,
-- always in the same order: transactions never deadlock, the numbers of transfers follow an account's balances, and a
-- concurrent request for the same transfer waits here, finds the key known, and needs no second balance. The platform's
-- accounts have no balance and are not touched. Uses few expressions, as each is prepared once in a transaction.
create function post_transfer(
  p_key text, p_kind text, p_login uuid, p_subject text, p_cents bigint,
  p_from_kind text, p_from_account uuid, p_from_provider text,
  p_to_kind text, p_to_account uuid, p_to_provider text
) returns boolean language plpgsql as $$
declare
  v_from uuid;
  v_from_cents bigint;
  v_low bigint;
  v_to uuid;
  v_to_cents bigint;
begin
  if p_to_account is not null or p_from_kind = p_to_kind then
    if (p_from_kind, p_from_account, p_from_provider) is not distinct from (p_to_kind, p_to_account, p_to_provider) then
      raise exception 'a transfer is from one account to another';
    elsif (p_from_account, p_from_kind) > (p_to_account, p_to_kind) then
      perform from ledger_account where kind = p_to_kind and account_id = p_to_account for no key update;
      -- If another transaction creates it meanwhile, it would be locked after the other account, which violates the
      -- order.
      if not found then
        insert into ledger_account as a (kind, account_id, balance_cents) values (p_to_kind, p_to_account, 0)
          on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents;
      end if;
    end if;
  end if;
  update ledger_account set balance_cents = balance_cents - p_cents
    where kind = p_from_kind and account_id = p_from_account and provider is null and balance_cents >= p_cents
    returning id, balance_cents, low_cents into v_from, v_from_cents, v_low;
  if p_to_account is not null then
    update ledger_account set balance_cents = balance_cents + p_cents
      where kind = p_to_kind and account_id = p_to_account and provider is null
      returning id, balance_cents into v_to, v_to_cents;
    if v_to is null then
      insert into ledger_account as a (kind, account_id, balance_cents) values (p_to_kind, p_to_account, p_cents)
        on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents + p_cents
        returning id, balance_cents into v_to, v_to_cents;
    end if;
  end if;

  if v_from is not null or p_from_account is null then
    insert into ledger_transfer
        (key, kind, login_id, subject, from_account, to_account, cents, from_balance_cents, to_balance_cents)
      values (p_key, p_kind, p_login, p_subject,
        coalesce(v_from, own_ledger_account(p_from_kind), funds_ledger_account(p_from_provider)),
        coalesce(v_to, own_ledger_account(p_to_kind), funds_ledger_account(p_to_provider)),
        p_cents, v_from_cents, v_to_cents)
      on conflict (key) do nothing;
    if found then
      if v_from_cents < v_low and v_from_cents + p_cents >= v_low then
        insert into balance_fall (account_id) values (p_from_account) on conflict do nothing;
      end if;
      return true;
    end if;
  elsif not exists (select from ledger_transfer where key = p_key) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_balance', message = 'the balance has less';
  end if;
  update ledger_account set balance_cents = balance_cents + case id when v_from then p_cents else -p_cents end
    where id in (v_from, v_to);
  return false;
end $$;

-- Posts a hold for each of several subjects, as repeated calls of `post_transfer` would, but changes each balance only
-- once: a row that a transaction changes thousands of times gets slower to find each time.
create function post_holds(p_account uuid, p_login uuid, p_subjects text[], p_cents bigint[]) returns void language plpgsql as $$
declare
  v_total bigint := (select sum(cents) from unnest(p_cents) as c (cents));
  v_from uuid;
  v_from_cents bigint;
  v_low bigint;
  v_to uuid;
  v_to_cents bigint;
begin
  update ledger_account set balance_cents = balance_cents - v_total
    where kind = 'balance' and account_id = p_account and provider is null and balance_cents >= v_total
    returning id, balance_cents, low_cents into v_from, v_from_cents, v_low;
  if v_from is null then
    raise exception using errcode = 'check_violation', constraint = 'ledger_balance', message = 'the balance has less';
  end if;
  insert into ledger_account as a (kind, account_id, balance_cents) values ('held', p_account, v_total)
    on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents + v_total
    returning id, balance_cents into v_to, v_to_cents;
  insert into ledger_transfer
      (key, kind, login_id, subject, from_account, to_account, cents, from_balance_cents, to_balance_cents)
    select 'hold:' || subject, 'hold', p_login, subject, v_from, v_to, cents,
      v_from_cents + v_total - so_far, v_to_cents - v_total + so_far
    from (
      select subject, cents, n, sum(cents) over (order by n) as so_far
      from unnest(p_subjects, p_cents) with ordinality as u (subject, cents, n)) as s order by n;
  if v_from_cents < v_low and v_from_cents + v_total >= v_low then
    insert into balance_fall (account_id) values (p_account) on conflict do nothing;
  end if;
end $$;

-- Result of each check of the whole ledger.
create table ledger_check (
  at timestamptz primary key,
  transfers bigint not null,
  problems int not null,
  -- The first problems: [{"what", "subject"}].
  found jsonb not null,
  -- Sums of the platform's accounts over the transfers up to `upto`: [{"account", "provider", "cents"}].
  upto timestamptz,
  sums jsonb
);
