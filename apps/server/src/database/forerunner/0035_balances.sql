-- A payment costs little more than its rows: PostgreSQL prepares every check of a table, and the condition of every trigger,
-- anew for each statement that changes a row of it; those of a type it keeps. What an account is never changes, and is looked at
-- when it is made; what changes with every transfer is of a type of its own.
create domain balance as bigint constraint ledger_balance check (value >= 0);
create domain amount as bigint constraint amount check (value > 0);
do $$
declare
  v_check text;
begin
  for v_check in select conname from pg_constraint where conrelid = 'ledger_account'::regclass and contype = 'c' loop
    execute format('alter table ledger_account drop constraint %I', v_check);
  end loop;
end $$;
-- `post_transfer` does what it did.
drop trigger balance_fell on ledger_account;
drop function balance_fell;
alter table ledger_account
  alter balance_cents type balance,
  alter low_cents type amount,
  -- Whose it is is looked at below; a login refers to every account, so that none is removed.
  drop constraint ledger_account_account_id_fkey,
  -- Room on the page for the next state of a row, else every change of a balance is one of the indexes, too.
  set (fillfactor = 50);
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

drop view ledger_entry;
alter table ledger_transfer
  drop constraint ledger_transfer_cents_check,
  drop constraint ledger_transfer_check,
  alter cents type amount;
-- As before: it sees the type of the amount.
create view ledger_entry as
  select id as transfer_id, key, kind, at, login_id, subject,
      from_account as ledger_account_id, -cents as amount_cents, from_balance_cents as balance_cents from ledger_transfer
  union all
  select id, key, kind, at, login_id, subject, to_account, cents, to_balance_cents from ledger_transfer;

drop function take_ledger_account;
-- An account of the platform on its first use. Whoever else makes it at this moment has made it when this one goes on.
create function make_own_ledger_account(p_kind text, p_provider text) returns uuid language sql as $$
  insert into ledger_account as a (kind, provider) values (p_kind, p_provider)
    on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents returning id
$$;

-- Posts a transfer in one round trip; false where its key is known, and nothing is done. Balances are changed first, and in one
-- order by everybody: no two acts wait for each other, numbers of transfers follow the balances of an account, and whoever
-- posts the same at once waits here, finds the key known, and is not asked whether the balance would do a second time. The
-- platform's own accounts have no balance and are not touched.
create or replace function post_transfer(
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
  if (p_from_kind, p_from_account, p_from_provider) is not distinct from (p_to_kind, p_to_account, p_to_provider) then
    raise exception 'a transfer is from one account to another';
  elsif (p_from_account, p_from_kind) > (p_to_account, p_to_kind) then
    perform from ledger_account where kind = p_to_kind and account_id = p_to_account for no key update;
  end if;
  if p_from_account is not null then
    update ledger_account set balance_cents = balance_cents - p_cents
      where kind = p_from_kind and account_id = p_from_account and provider is null and balance_cents >= p_cents
      returning id, balance_cents, low_cents into v_from, v_from_cents, v_low;
  end if;
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

  if p_from_account is null or v_from is not null then
    insert into ledger_transfer
        (key, kind, login_id, subject, from_account, to_account, cents, from_balance_cents, to_balance_cents)
      values (p_key, p_kind, p_login, p_subject,
        coalesce(v_from, (select id from ledger_account where kind = p_from_kind and account_id is null
          and provider is not distinct from p_from_provider), make_own_ledger_account(p_from_kind, p_from_provider)),
        coalesce(v_to, (select id from ledger_account where kind = p_to_kind and account_id is null
          and provider is not distinct from p_to_provider), make_own_ledger_account(p_to_kind, p_to_provider)),
        p_cents, v_from_cents, v_to_cents)
      on conflict (key) do nothing;
    if found then
      -- Below what its holder wants to be told of.
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
