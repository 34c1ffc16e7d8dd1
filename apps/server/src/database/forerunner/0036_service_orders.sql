-- What is ordered by itself waits for the payment of its order.
alter table purchase
  drop constraint purchase_kind_check,
  add constraint purchase_kind_check check (kind in ('recharge', 'package', 'service'));
alter table attestation
  add column order_id uuid references purchase,
  drop constraint attestation_state_check,
  add constraint attestation_state_check
    check (state in ('unpaid', 'queuing', 'capturing', 'preview', 'sealing', 'succeeded', 'failed', 'cancelled')),
  add check (state <> 'unpaid' or order_id is not null);
create index attestation_order on attestation (order_id) where order_id is not null;

-- The order whose payment from outside brought what the charge takes from the balance; null where the balance had it.
alter table charge add column order_id uuid references purchase;
create index charge_order on charge (order_id) where order_id is not null;

-- What of a refund the balance gave, the rest was charged; of what came for nothing neither.
alter table refund add column from_balance_cents bigint not null default 0
  check (from_balance_cents between 0 and amount_cents);
alter table refund alter from_balance_cents drop default;
update refund r set from_balance_cents = r.amount_cents
  from payment p join purchase o on o.id = p.order_id
  where p.id = r.payment_id and p.state = 'paid' and o.kind = 'recharge';

-- As before; what was paid from outside for a service is taken from nobody's limit, and what the balance paid for one stands with
-- its charges.
create or replace view spent_from_balance as
  select account_id, login_id, held_at as at, balance_cents as cents from charge
    where state <> 'released' and order_id is null
  union all
  select o.account_id, p.login_id, p.paid_at, p.amount_cents - p.refunded_cents
    from payment p join purchase o on o.id = p.order_id
    where p.state = 'paid' and p.login_id is not null and o.kind <> 'service';

-- As before; of a service the charges are what the balance gives, and whoever called this sets them aside.
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
  if v_order.kind = 'package' then
    perform post_transfer('payment:' || v_payment, 'purchase', p_login, v_order.id::text, v_order.amount_cents,
      'balance', p_account, null, 'revenue', null, null);
    perform give_package(v_order.id, p_at);
  end if;
  return query select 'paid', array(select p.id from payment p where p.order_id = v_order.id and p.state = 'open');
end $$;
