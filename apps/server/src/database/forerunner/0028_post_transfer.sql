-- A payment costs little more than its rows. Foreign keys of the ledger lock what they refer to, and all payments refer to the
-- same few accounts of the platform: whoever pays would wait for, and write beside, everybody else. What they refer to is never
-- removed, which is said here once; and whatever enters the ledger is looked at as a whole, by one trigger.
create function ledger_account_stays() returns trigger language plpgsql as $$
begin
  raise exception 'accounts of the ledger stay';
end $$;
create trigger ledger_account_stays before delete or truncate or update of id, kind, account_id, provider on ledger_account
  for each statement execute function ledger_account_stays();

alter table ledger_transfer drop constraint ledger_transfer_login_id_fkey;
alter table ledger_entry
  drop constraint ledger_entry_transfer_id_fkey,
  drop constraint ledger_entry_ledger_account_id_fkey,
  drop constraint ledger_entry_pkey,
  -- Finds the entries of a transfer, too.
  add primary key (transfer_id, id);
drop index ledger_entry_transfer;

-- Entries come together, by one statement, for a transfer and accounts that there are, and sum to zero.
create function ledger_takes_whole() returns trigger language plpgsql as $$
declare
  v_wrong text;
begin
  select coalesce(t.key, added.transfer_id::text) into v_wrong
    from added
    left join ledger_transfer t on t.id = added.transfer_id
    left join ledger_account a on a.id = added.ledger_account_id
    group by added.transfer_id, t.key
    having sum(added.amount_cents) <> 0 or count(t.key) < count(*) or count(a.id) < count(*)
    limit 1;
  if found then
    raise exception 'the entries of transfer % do not sum to zero, or are of no account', v_wrong;
  end if;
  return null;
end $$;
create trigger ledger_takes_whole after insert on ledger_entry referencing new table as added
  for each statement execute function ledger_takes_whole();
drop trigger ledger_sums_to_zero on ledger_transfer;
drop function ledger_sums_to_zero;

-- As before: false where the key is known, and nothing is done. Legs are taken in one order by everybody, so that no two acts
-- wait for each other. What an account is found by is an index also with many customers.
create or replace function post_transfer(
  p_key text, p_kind text, p_login uuid, p_subject text,
  p_kinds text[], p_accounts uuid[], p_providers text[], p_cents bigint[]
) returns boolean language plpgsql as $$
declare
  v_transfer bigint;
  v_ids uuid[] := '{}';
  v_balances bigint[] := '{}';
  v_order int[] := '{1}';
  v_id uuid;
  v_balance bigint;
  i int;
begin
  insert into ledger_transfer (key, kind, login_id, subject) values (p_key, p_kind, p_login, p_subject)
    on conflict (key) do nothing returning id into v_transfer;
  if v_transfer is null then
    return false;
  end if;
  if cardinality(p_kinds) = 2 then
    v_order := case when (p_accounts[1], p_kinds[1]) <= (p_accounts[2], p_kinds[2]) then '{1,2}' else '{2,1}' end;
  elsif cardinality(p_kinds) > 2 then
    v_order := array(select n::int from unnest(p_accounts, p_kinds) with ordinality as leg (account_id, kind, n) order by 1, 2);
  end if;
  foreach i in array v_order loop
    v_id := null;
    v_balance := null;
    if p_accounts[i] is null then
      select id into v_id from ledger_account
        where kind = p_kinds[i] and account_id is null and provider is not distinct from p_providers[i];
    else
      update ledger_account set balance_cents = balance_cents + p_cents[i]
        where kind = p_kinds[i] and account_id = p_accounts[i] returning id, balance_cents into v_id, v_balance;
    end if;
    if v_id is null then
      -- Whoever else makes it at this moment has made it when this one goes on.
      insert into ledger_account as a (kind, account_id, provider, balance_cents)
        values (p_kinds[i], p_accounts[i], p_providers[i], case when p_accounts[i] is not null then p_cents[i] end)
        on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents + p_cents[i]
        returning id, balance_cents into v_id, v_balance;
    end if;
    v_ids[i] := v_id;
    v_balances[i] := v_balance;
  end loop;
  insert into ledger_entry (transfer_id, ledger_account_id, amount_cents, balance_cents)
    select v_transfer, leg.* from unnest(v_ids, p_cents, v_balances) as leg;
  return true;
end $$;

-- What was found each time that the whole ledger was read again.
create table ledger_check (
  at timestamptz primary key,
  transfers bigint not null,
  problems int not null,
  -- The first of them: [{"what", "subject"}].
  found jsonb not null
);

-- Money that came otherwise than it was asked for waits until somebody has written down what he did about it. `issue_id` is
-- that of the notification which told of it first, or of the refund by which it goes back.
alter table provider_event add column id uuid not null unique default uuidv7();
create table payment_review (
  issue_id uuid primary key,
  staff_id uuid not null references staff,
  note text not null,
  at timestamptz not null
);

-- Orders and payments are looked for by time, whosever they are.
create index purchase_at on purchase (created_at desc);
create index payment_at on payment (created_at desc);
create index provider_event_payment on provider_event (payment_id) where payment_id is not null;
create index refund_came on refund (asked_at) where why <> 'asked';
