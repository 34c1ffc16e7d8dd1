-- What is bought from the balance counts into what a member may spend, as what is charged does.

-- Of a payment from the balance: who paid. Null of every other.
alter table payment add column login_id uuid references login;
update payment p set login_id = coalesce(
    (select t.login_id from ledger_transfer t where t.key = 'payment:' || p.id),
    (select o.login_id from purchase o where o.id = p.order_id))
  where provider = 'balance';
alter table payment add check ((login_id is not null) = (provider = 'balance'));
create index payment_login on payment (login_id, paid_at) where login_id is not null;

-- Whatever was taken from balances and did not come back: when, by whom, how much.
create view spent_from_balance as
  select account_id, login_id, held_at as at, balance_cents as cents from charge where state <> 'released'
  union all
  select o.account_id, p.login_id, p.paid_at, p.amount_cents - p.refunded_cents
    from payment p join purchase o on o.id = p.order_id where p.state = 'paid' and p.login_id is not null;

-- Limits hold by the calendar month in China.
create function month_of(p_at timestamptz) returns timestamptz language sql stable as
  $$ select date_trunc('month', p_at, 'Asia/Shanghai') $$;

-- The refund by which a package ended; it is neither used nor given back to any more.
alter table package add column refund_id uuid references refund;
update package p set refund_id = (
    select r.id from refund r join payment y on y.id = r.payment_id
    where y.order_id = o.id and y.state = 'paid' and r.state <> 'failed' order by r.id desc limit 1)
  from purchase o join payment y on y.order_id = o.id and y.state = 'paid'
  where o.id::text = p.subject and y.refunded_cents = y.amount_cents;

-- As before, but within the limit of who pays, and it says `known` where the order had been paid so before. Orders are locked
-- before packages, packages before logins, logins before balances.
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
  perform post_transfer('payment:' || v_payment, 'purchase', p_login, v_order.id::text,
    array['balance', 'revenue'], array[p_account, null], array[null, null]::text[],
    array[-v_order.amount_cents, v_order.amount_cents]);
  perform give_package(v_order.id, p_at);
  return query select 'paid', array(select p.id from payment p where p.order_id = v_order.id and p.state = 'open');
end $$;

-- An invoice whose file was the wrong one gets another; the old one is kept with the step that replaced it.
alter table invoice_step
  drop constraint invoice_step_event_check,
  add constraint invoice_step_event_check check (event in ('apply', 'issue', 'reject', 'reapply', 'red-flush', 'replace')),
  add column file_key text,
  add check ((file_key is not null) = (event = 'replace'));

-- Sums of the platform's own accounts up to a transfer, as the last check of the whole ledger found them.
alter table ledger_check
  add column upto bigint,
  -- [{"account", "provider", "cents"}]
  add column sums jsonb;
