-- A payment costs less again: the account of the platform was looked for by the insert, a plan of its own in either direction,
-- and is now known; an index and some conditions cost more than what they are for.

-- The two accounts that the platform has one of are there from now on, and never change: their ids are a matter of this database.
do $$
begin
  insert into ledger_account (kind) values ('revenue'), ('returning') on conflict (kind, account_id, provider) do nothing;
  execute (
    select format('create function own_ledger_account(p_kind text) returns uuid immutable language sql return case p_kind %s end',
      string_agg(format('when %L then uuid %L', kind, id), ' '))
    from ledger_account where kind in ('revenue', 'returning'));
end $$;

-- One for each provider, made on its first use. Whoever else makes it at this moment has made it when this one goes on.
create function funds_ledger_account(p_provider text) returns uuid language sql as $$
  insert into ledger_account (kind, provider) values ('funds', p_provider) on conflict (kind, account_id, provider) do nothing;
  select id from ledger_account where kind = 'funds' and account_id is null and provider = p_provider;
$$;

-- As before, with fewer expressions on the way of a payment: each is prepared once in a transaction. Where a transfer goes from
-- the platform, no balance is found to take from.
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
  if p_to_account is not null or p_from_kind = p_to_kind then
    if (p_from_kind, p_from_account, p_from_provider) is not distinct from (p_to_kind, p_to_account, p_to_provider) then
      raise exception 'a transfer is from one account to another';
    elsif (p_from_account, p_from_kind) > (p_to_account, p_to_kind) then
      perform from ledger_account where kind = p_to_kind and account_id = p_to_account for no key update;
      -- One that is made meanwhile would be locked after the other, and against the order.
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
drop function make_own_ledger_account;

-- Finds those since a moment, as `at` of all is in order with few exceptions. A BRIN index, which describes itself anew for each
-- row that it is told of, found those since a number.
drop index ledger_transfer_since;
create index ledger_transfer_since on ledger_transfer (at);
-- Up to which moment the transfers are in its sums. The next check says it; until then they are summed whole.
alter table ledger_check drop column upto, add column upto timestamptz;
update ledger_check set sums = null;
