-- A payment costs little more than its rows: PostgreSQL prepares every check of a table, and the condition of every trigger,
-- anew for each statement that changes a row of it. What an account is never changes, and is looked at when it is made; what
-- changes with every transfer has the one check that no balance falls below nothing.
do $$
declare
  v_check text;
begin
  for v_check in select conname from pg_constraint where conrelid = 'ledger_account'::regclass and contype = 'c' loop
    execute format('alter table ledger_account drop constraint %I', v_check);
  end loop;
end $$;
alter table ledger_account add constraint ledger_balance check (
  case when account_id is null then balance_cents is null else balance_cents is not null and balance_cents >= 0 end);
-- Room on the page for the next state of a row, else every change of a balance is one of the indexes, too.
alter table ledger_account set (fillfactor = 50);
create function ledger_account_is_of_its_kind() returns trigger language plpgsql as $$
begin
  if new.kind not in ('balance', 'held', 'revenue', 'funds', 'returning')
      or (new.account_id is not null) <> (new.kind in ('balance', 'held'))
      or (new.provider is not null) <> (new.kind = 'funds')
      or new.low_cents <= 0 or (new.low_cents is not null and new.kind <> 'balance') then
    raise exception using errcode = 'check_violation', constraint = 'ledger_account_is_of_its_kind',
      message = format('an account of kind %s is none of this form', new.kind);
  end if;
  return new;
end $$;
create trigger ledger_account_is_of_its_kind before insert or update of kind, account_id, provider, low_cents
  on ledger_account for each row execute function ledger_account_is_of_its_kind();
-- `post_transfer` does what it did.
drop trigger balance_fell on ledger_account;
drop function balance_fell;

alter table ledger_transfer
  drop constraint ledger_transfer_cents_check,
  drop constraint ledger_transfer_check,
  add constraint ledger_transfer_check check (cents > 0 and from_account <> to_account);

-- An account of the ledger, made on its first use, with so many cents more, or less where there are so many: else no row. A
-- customer's stays locked; the platform's own have no balance and are not touched.
drop function take_ledger_account;
create function move_cents(p_kind text, p_account uuid, p_provider text, p_cents bigint) returns ledger_account
language plpgsql as $$
declare
  v_moved ledger_account;
begin
  if p_account is null then
    select * into v_moved from ledger_account
      where kind = p_kind and account_id is null and provider is not distinct from p_provider;
  else
    update ledger_account set balance_cents = balance_cents + p_cents
      where kind = p_kind and account_id = p_account and provider is null and balance_cents + p_cents >= 0
      returning * into v_moved;
  end if;
  if v_moved.id is null and (p_account is null or p_cents > 0) then
    -- Whoever else makes it at this moment has made it when this one goes on.
    insert into ledger_account as a (kind, account_id, provider, balance_cents)
      values (p_kind, p_account, p_provider, case when p_account is not null then p_cents end)
      on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents + p_cents
      returning * into v_moved;
  end if;
  return v_moved;
end $$;

-- Posts a transfer in one round trip; false where its key is known, and nothing is done. Accounts are changed first, and in one
-- order by everybody: no two acts wait for each other, numbers of transfers follow the balances of an account, and whoever
-- posts the same at once waits here, finds the key known, and is not asked whether the balance would do a second time.
create or replace function post_transfer(
  p_key text, p_kind text, p_login uuid, p_subject text, p_cents bigint,
  p_from_kind text, p_from_account uuid, p_from_provider text,
  p_to_kind text, p_to_account uuid, p_to_provider text
) returns boolean language plpgsql as $$
declare
  v_from ledger_account;
  v_to ledger_account;
begin
  if (p_from_account, p_from_kind) > (p_to_account, p_to_kind) then
    v_to := move_cents(p_to_kind, p_to_account, p_to_provider, p_cents);
    v_from := move_cents(p_from_kind, p_from_account, p_from_provider, -p_cents);
  else
    v_from := move_cents(p_from_kind, p_from_account, p_from_provider, -p_cents);
    v_to := move_cents(p_to_kind, p_to_account, p_to_provider, p_cents);
  end if;
  if v_from.id is not null then
    insert into ledger_transfer
        (key, kind, login_id, subject, from_account, to_account, cents, from_balance_cents, to_balance_cents)
      values (p_key, p_kind, p_login, p_subject, v_from.id, v_to.id, p_cents, v_from.balance_cents, v_to.balance_cents)
      on conflict (key) do nothing;
    if found then
      -- Below what its holder wants to be told of.
      if v_from.balance_cents < v_from.low_cents and v_from.balance_cents + p_cents >= v_from.low_cents then
        insert into balance_fall (account_id) values (p_from_account) on conflict do nothing;
      end if;
      return true;
    end if;
    perform move_cents(p_from_kind, p_from_account, p_from_provider, p_cents);
  elsif not exists (select from ledger_transfer where key = p_key) then
    raise exception using errcode = 'check_violation', constraint = 'ledger_balance', message = 'the balance has less';
  end if;
  perform move_cents(p_to_kind, p_to_account, p_to_provider, -p_cents);
  return false;
end $$;
