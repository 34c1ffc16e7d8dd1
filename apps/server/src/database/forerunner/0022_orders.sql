-- Amounts that a recharge is offered with; any other within the limits may be entered.
create table recharge_option (amount_cents bigint primary key check (amount_cents > 0));
insert into recharge_option values (10000), (50000), (100000), (200000), (500000), (1000000);

-- The platform's `returning`: what came for nothing that is wanted any more, or is on its way back to who paid it.
alter table ledger_account
  drop constraint ledger_account_kind_check,
  add constraint ledger_account_kind_check check (kind in ('balance', 'held', 'revenue', 'funds', 'returning'));

-- An order: it is paid once, whatever is told how often.
create table purchase (
  id uuid primary key default uuidv7(),
  -- Twenty digits, the last one of which is a check digit.
  no text not null unique check (no ~ '^[0-9]{20}$'),
  account_id uuid not null references account,
  login_id uuid not null references login,
  kind text not null check (kind in ('recharge', 'package')),
  -- Contract: OrderLine.
  lines jsonb not null,
  -- Null of a recharge, which no list prices.
  price_version int references price_list,
  amount_cents bigint not null check (amount_cents > 0),
  -- Contract: OrderState.
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'closed', 'refunding', 'partly-refunded', 'refunded')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  check ((price_version is null) = (kind = 'recharge')),
  check ((closed_at is not null) = (state = 'closed')),
  check ((paid_at is not null) = (state not in ('pending', 'closed')))
);
create index purchase_account on purchase (account_id, id desc);
create index purchase_pending on purchase (expires_at) where state = 'pending';

-- A try to pay an order, by its id known to the provider. `stray`: paid, but for an order that was closed or paid already.
create table payment (
  id uuid primary key default uuidv7(),
  order_id uuid not null references purchase,
  -- Contract: PayWay.
  provider text not null,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'stray', 'closed')),
  -- Contract: PayStep, once the provider has given it; and what the provider wants it to be called.
  step jsonb,
  provider_ref text,
  -- What the provider calls the money that came.
  provider_txn text,
  -- What is to go back, or has gone.
  refunded_cents bigint not null default 0,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- When the provider was asked last, and how often by the clock.
  asked_at timestamptz,
  times_asked int not null default 0,
  constraint payment_refund check (refunded_cents between 0 and amount_cents),
  check (refunded_cents = 0 or state in ('paid', 'stray')),
  check ((paid_at is not null) = (state in ('paid', 'stray')))
);
create unique index payment_paid on payment (order_id) where state = 'paid';
create unique index payment_open on payment (order_id, provider) where state = 'open';
create unique index payment_txn on payment (provider, provider_txn) where provider_txn is not null;

create table refund (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payment,
  amount_cents bigint not null check (amount_cents > 0),
  -- `asked`: by an operator. `late`, `double`: by nobody, as the order was closed, or paid already.
  why text not null check (why in ('asked', 'late', 'double')),
  reason text not null,
  staff_id uuid references staff,
  state text not null default 'asked' check (state in ('asked', 'done', 'failed')),
  asked_at timestamptz not null,
  -- When the provider was asked for it last.
  tried_at timestamptz,
  ended_at timestamptz,
  check ((staff_id is not null) = (why = 'asked')),
  check ((ended_at is null) = (state = 'asked'))
);
create unique index refund_under_way on refund (payment_id) where state = 'asked';
create index refund_payment on refund (payment_id);

-- What providers told, each once. `mismatch`: signed, but of another amount, currency, merchant or provider than was asked for.
create table provider_event (
  provider text not null,
  event_id text not null,
  payment_id uuid references payment,
  outcome text not null check (outcome in ('settled', 'stray', 'known', 'mismatch', 'unknown', 'nothing')),
  told jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index provider_event_wrong on provider_event (received_at) where outcome in ('mismatch', 'unknown');

-- Trades of the sandbox cashier, which stands for somebody outside: nothing else of the service looks here.
create table sandbox_trade (
  payment_no text primary key,
  -- The address of its page; whoever has it can pay.
  secret text not null unique,
  subject text not null,
  amount_cents bigint not null,
  refunded_cents bigint not null default 0 constraint sandbox_room check (refunded_cents between 0 and amount_cents),
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  notify_url text not null,
  return_url text not null,
  expires_at timestamptz not null,
  -- Paid, but nobody knows of it before.
  due_at timestamptz
);
create table sandbox_refund (
  refund_no text primary key,
  payment_no text not null references sandbox_trade,
  amount_cents bigint not null check (amount_cents > 0)
);

-- The package that an order was for, once.
create function give_package(p_order uuid, p_at timestamptz) returns void language sql as $$
  with bought as (
    select o.id, o.account_id, o.login_id, o.amount_cents, p.kind, p.name_zh, p.name_en, p.valid_days, p.quotas
    from purchase o join package_product p on p.version = o.price_version and p.code = o.lines -> 0 ->> 'code'
    where o.id = p_order
  ), made as (
    insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
    select account_id, id::text, kind, name_zh, name_en, amount_cents, login_id, p_at, p_at + make_interval(days => valid_days)
    from bought on conflict (subject) do nothing returning id
  )
  insert into package_quota (package_id, service, quota)
    select made.id, q.key, q.value::int from made, bought, jsonb_each_text(bought.quotas) q
$$;

-- Pays an order from the balance in one round trip: state, payment, entries and package are one statement. An order paid so
-- before is told of again.
create function pay_from_balance(p_no text, p_account uuid, p_login uuid, p_at timestamptz)
returns table (outcome text, open_payments uuid[]) language plpgsql as $$
declare
  v_order purchase;
  v_payment uuid;
begin
  update purchase o set state = 'paid', paid_at = p_at
    where o.no = p_no and o.account_id = p_account and o.state = 'pending' and o.kind <> 'recharge' and o.expires_at > p_at
    returning o.* into v_order;
  if v_order.id is null then
    return query select coalesce((
      select case when o.kind = 'recharge' then 'off' when p.provider = 'balance' then 'paid' else 'over' end
      from purchase o left join payment p on p.order_id = o.id and p.state = 'paid'
      where o.no = p_no and o.account_id = p_account), 'unknown'), '{}'::uuid[];
    return;
  end if;
  insert into payment (order_id, provider, amount_cents, state, created_at, paid_at)
    values (v_order.id, 'balance', v_order.amount_cents, 'paid', p_at, p_at) returning id into v_payment;
  perform post_transfer('payment:' || v_payment, 'purchase', p_login, v_order.id::text,
    array['balance', 'revenue'], array[p_account, null], array[null, null]::text[],
    array[-v_order.amount_cents, v_order.amount_cents]);
  perform give_package(v_order.id, p_at);
  return query select 'paid', array(select p.id from payment p where p.order_id = v_order.id and p.state = 'open');
end $$;
