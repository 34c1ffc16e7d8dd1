-- Cents go from one account to another: a transfer is one row, which cannot be out of balance, and costs half of what it cost
-- with two entries beside it. Entries are what accounts see of it, a view.

-- Balances were touched in the order of the entries, which of acts at one moment was not always that of their transfers:
-- numbers are dealt out anew in the order of the entries, so that nearly all keep theirs.
create temp table carried on commit drop as
  with placed as (
    select transfer_id, row_number() over (order by max(id)) as place from ledger_entry group by transfer_id
  ), numbered as (
    select id, row_number() over (order by id) as place from ledger_transfer
  )
  select n.id, t.key, t.kind, t.at, t.login_id, t.subject, f.ledger_account_id as from_account, e.ledger_account_id as to_account,
    e.amount_cents as cents, f.balance_cents as from_balance_cents, e.balance_cents as to_balance_cents
  from placed p join numbered n using (place) join ledger_transfer t on t.id = p.transfer_id
    join ledger_entry f on f.transfer_id = t.id and f.amount_cents < 0
    join ledger_entry e on e.transfer_id = t.id and e.amount_cents = -f.amount_cents;
do $$ begin
  if (select count(*) from carried) <> (select count(*) from ledger_transfer)
      or (select count(*) from carried) * 2 <> (select count(*) from ledger_entry) then
    raise exception 'the ledger has transfers that are not from one account to another: nothing was changed';
  end if;
end $$;
drop table ledger_entry, ledger_transfer;
drop function ledger_takes_whole;

create table ledger_transfer (
  id bigint generated always as identity,
  -- Of the business act: it is done once, however often it is asked for.
  key text primary key,
  -- Contract: TransferKind.
  kind text not null,
  at timestamptz not null default now(),
  -- Who caused it; null where a provider or a clock did.
  login_id uuid,
  -- The charge, order or refund that it belongs to.
  subject text not null,
  -- These and `login_id` are no foreign keys: those lock what they refer to, and all payments refer to the same few accounts of
  -- the platform. Neither is ever removed, and `post_transfer` is given no account by its id.
  from_account uuid not null,
  to_account uuid not null,
  cents bigint not null check (cents > 0),
  -- Of a customer's account after it; the platform's own have none.
  from_balance_cents bigint,
  to_balance_cents bigint,
  check (from_account <> to_account)
);
insert into ledger_transfer overriding system value select * from carried order by id;
select setval(pg_get_serial_sequence('ledger_transfer', 'id'), max(id)) from ledger_transfer having count(*) > 0;
create index ledger_transfer_subject on ledger_transfer (subject);
-- What a customer's account went through, in order.
create index ledger_transfer_from on ledger_transfer (from_account, id) where from_balance_cents is not null;
create index ledger_transfer_to on ledger_transfer (to_account, id) where to_balance_cents is not null;
-- Finds those since a number, and nothing else: an index that has all of them in their order would be read in place of the two
-- above, by everybody, for the few of one account.
create index ledger_transfer_since on ledger_transfer using brin (id);
create trigger ledger_transfer_is_kept before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_is_kept();
-- They were summed by the numbers of before.
update ledger_check set upto = null, sums = null;

-- A transfer as each of its two accounts sees it.
create view ledger_entry as
  select id as transfer_id, key, kind, at, login_id, subject,
      from_account as ledger_account_id, -cents as amount_cents, from_balance_cents as balance_cents from ledger_transfer
  union all
  select id, key, kind, at, login_id, subject, to_account, cents, to_balance_cents from ledger_transfer;

-- An account of the ledger, made on its first use. A customer's is locked: whoever has it knows its balance.
create function take_ledger_account(p_kind text, p_account uuid, p_provider text) returns ledger_account language plpgsql as $$
declare
  v_taken ledger_account;
begin
  if p_account is null then
    select * into v_taken from ledger_account
      where kind = p_kind and account_id is null and provider is not distinct from p_provider;
  else
    select * into v_taken from ledger_account where kind = p_kind and account_id = p_account for no key update;
  end if;
  if v_taken.id is null then
    -- Whoever else makes it at this moment has made it when this one goes on.
    insert into ledger_account as a (kind, account_id, provider, balance_cents)
      values (p_kind, p_account, p_provider, case when p_account is not null then 0 end)
      on conflict (kind, account_id, provider) do update set balance_cents = a.balance_cents returning * into v_taken;
  end if;
  return v_taken;
end $$;

-- Posts a transfer in one round trip; false where its key is known, and nothing is done. Accounts are locked first, and in one
-- order by everybody: no two acts wait for each other, numbers of transfers follow the balances of an account, and whoever
-- posts the same at once waits here, finds the key known, and is not asked whether the balance would do a second time.
drop function post_transfer;
create function post_transfer(
  p_key text, p_kind text, p_login uuid, p_subject text, p_cents bigint,
  p_from_kind text, p_from_account uuid, p_from_provider text,
  p_to_kind text, p_to_account uuid, p_to_provider text
) returns boolean language plpgsql as $$
declare
  v_from ledger_account;
  v_to ledger_account;
begin
  if (p_from_account, p_from_kind) > (p_to_account, p_to_kind) then
    v_to := take_ledger_account(p_to_kind, p_to_account, p_to_provider);
    v_from := take_ledger_account(p_from_kind, p_from_account, p_from_provider);
  else
    v_from := take_ledger_account(p_from_kind, p_from_account, p_from_provider);
    v_to := take_ledger_account(p_to_kind, p_to_account, p_to_provider);
  end if;
  -- Of the platform's own they stay null.
  v_from.balance_cents := v_from.balance_cents - p_cents;
  v_to.balance_cents := v_to.balance_cents + p_cents;
  insert into ledger_transfer
      (key, kind, login_id, subject, from_account, to_account, cents, from_balance_cents, to_balance_cents)
    values (p_key, p_kind, p_login, p_subject, v_from.id, v_to.id, p_cents, v_from.balance_cents, v_to.balance_cents)
    on conflict (key) do nothing;
  if not found then
    return false;
  end if;
  if p_from_account is not null then
    update ledger_account set balance_cents = v_from.balance_cents where id = v_from.id;
  end if;
  if p_to_account is not null then
    update ledger_account set balance_cents = v_to.balance_cents where id = v_to.id;
  end if;
  return true;
end $$;

-- As before: it posts from one account to another.
create or replace function pay_from_balance(p_no text, p_account uuid, p_login uuid, p_at timestamptz)
returns table (outcome text, open_payments uuid[]) language plpgsql as $$
declare
  v_order purchase;
  v_payment uuid;
  v_limit bigint;
begin
  update purchase o set state = 'paid', paid_at = p_at
    where o.no = p_no and o.account_id = p_account and o.state = 'pending' and o.kind <> 'recharge' and o.expires_at > p_at
    returning o.* into v_order;
  if v_order.id is null then
    return query select coalesce((
      select case when o.kind = 'recharge' then 'off' when p.provider = 'balance' then 'known' else 'over' end
      from purchase o left join payment p on p.order_id = o.id and p.state = 'paid'
      where o.no = p_no and o.account_id = p_account), 'unknown'), '{}'::uuid[];
    return;
  end if;
  select spending_limit_cents into v_limit from login
    where id = p_login and spending_limit_cents is not null for no key update;
  if v_limit is not null and v_order.amount_cents + (select coalesce(sum(s.cents), 0) from spent_from_balance s
      where s.login_id = p_login and s.at >= month_of(p_at)) > v_limit then
    raise exception using errcode = 'check_violation', constraint = 'spending_limit',
      message = 'more than this login may spend in a month';
  end if;
  insert into payment (order_id, provider, login_id, amount_cents, state, created_at, paid_at)
    values (v_order.id, 'balance', p_login, v_order.amount_cents, 'paid', p_at, p_at) returning id into v_payment;
  perform post_transfer('payment:' || v_payment, 'purchase', p_login, v_order.id::text, v_order.amount_cents,
    'balance', p_account, null, 'revenue', null, null);
  perform give_package(v_order.id, p_at);
  return query select 'paid', array(select p.id from payment p where p.order_id = v_order.id and p.state = 'open');
end $$;
