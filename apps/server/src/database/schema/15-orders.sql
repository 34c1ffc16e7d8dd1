-- Orders, their payments and refunds, and what payment providers reported.

-- Paid at most once, however often a payment is reported. (`order` is a reserved word.)
create table order_ (
  id uuid primary key default uuidv7(),
  -- Twenty digits; the last is a check digit.
  no text not null unique check (no ~ '^[0-9]{20}$'),
  account_id uuid not null references account,
  login_id uuid not null references login,
  kind text not null check (kind in ('recharge', 'package', 'service')),
  -- Contract: OrderLine.
  lines jsonb not null,
  -- Null for a recharge, which has no list price.
  price_version int references price_list,
  amount_cents bigint not null check (amount_cents > 0),
  -- Contract: OrderState.
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'closed', 'refunding', 'partly-refunded', 'refunded')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz,
  -- Last attempt to close it; orders that have waited longer come first.
  tried_at timestamptz,
  check ((price_version is null) = (kind = 'recharge')),
  check ((closed_at is not null) = (state = 'closed')),
  check ((paid_at is not null) = (state not in ('pending', 'closed')))
);
create index order_account on order_ (account_id, id desc);
create index order_at on order_ (created_at desc);
create index order_pending on order_ (expires_at) where state = 'pending';

-- One attempt to pay an order; the provider knows it by its id. `stray`: paid, but the order was closed or already paid.
create table payment (
  id uuid primary key default uuidv7(),
  order_id uuid not null references order_,
  -- Contract: PayWay.
  provider text not null,
  -- The payer, if paid from the balance; null otherwise.
  login_id uuid references login,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'stray', 'closed')),
  -- Contract: PayStep, once the provider has answered; and the provider's reference for it.
  step jsonb,
  provider_ref text,
  -- The provider's number of the received money.
  provider_txn text,
  -- Refunded, or about to be.
  refunded_cents bigint not null default 0,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- Last query at the provider, and how many queries the timer made.
  asked_at timestamptz,
  -- When the provider reported that the last attempt failed; null once the payer tries again.
  declined_at timestamptz,
  times_asked int not null default 0,
  -- A payment closed here may still be paid at a provider that didn't know of it: it is queried three times after expiry.
  asked_late int not null default 0,
  constraint payment_refund check (refunded_cents between 0 and amount_cents),
  check (refunded_cents = 0 or state in ('paid', 'stray')),
  check ((paid_at is not null) = (state in ('paid', 'stray'))),
  check ((login_id is not null) = (provider = 'balance'))
);
create unique index payment_paid on payment (order_id) where state = 'paid';
create unique index payment_open on payment (order_id, provider) where state = 'open';
create unique index payment_txn on payment (provider, provider_txn) where provider_txn is not null;
create index payment_at on payment (created_at desc);
create index payment_late on payment (asked_at) where state = 'closed' and step is not null and asked_late < 3;
create index payment_login on payment (login_id, paid_at) where login_id is not null;

create table refund (
  id uuid primary key default uuidv7(),
  payment_id uuid not null references payment,
  amount_cents bigint not null check (amount_cents > 0),
  -- The part taken from the balance; the rest had been charged. 0 for money without an order.
  from_balance_cents bigint not null check (from_balance_cents between 0 and amount_cents),
  -- `asked`: by an operator. `late`, `double`: automatic, as the order was closed or already paid.
  why text not null check (why in ('asked', 'late', 'double')),
  reason text not null,
  staff_id uuid references staff,
  state text not null default 'asked' check (state in ('asked', 'done', 'failed')),
  -- The provider's answer while the refund is open. `by-hand`: an operator must transfer the money. `refused`: it won't
  -- be done unless something changes at the provider. Both require an operator.
  provider_state text check (provider_state in ('pending', 'by-hand', 'refused')),
  -- The provider's error code.
  provider_code text,
  -- The failed refund whose number the provider requires for the retry.
  number_id uuid references refund,
  tries int not null default 0,
  asked_at timestamptz not null,
  -- Last request to the provider.
  tried_at timestamptz,
  ended_at timestamptz,
  check ((staff_id is not null) = (why = 'asked')),
  check ((ended_at is null) = (state = 'asked'))
);
create unique index refund_under_way on refund (payment_id) where state = 'asked';
create index refund_payment on refund (payment_id);
create index refund_came on refund (asked_at) where why <> 'asked';

alter table package add foreign key (refund_id) references refund;
alter table charge add foreign key (order_id) references order_;

-- Notifications of payment providers, each recorded once. `mismatch`: signed, but with another amount, currency, merchant or
-- provider than requested.
create table provider_event (
  provider text not null,
  event_id text not null,
  id uuid not null unique default uuidv7(),
  payment_id uuid references payment,
  outcome text not null check (outcome in ('settled', 'stray', 'known', 'mismatch', 'unknown', 'nothing')),
  reported jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index provider_event_payment on provider_event (payment_id) where payment_id is not null;
create index provider_event_wrong on provider_event (received_at) where outcome in ('mismatch', 'unknown');

-- How an operator resolved money that arrived differently than requested. `issue_id` is the id of the notification that
-- reported it first, or of the refund that returns it.
create table payment_review (
  issue_id uuid primary key,
  staff_id uuid not null references staff,
  -- Contract: ReviewOutcome.
  outcome text not null check (outcome in ('noted', 'paid-back', 'kept', 'none-came')),
  note text not null,
  at timestamptz not null
);

-- Spending from balances that was not returned: when, by whom, how much. Charges paid by an external payment don't
-- count, and a service order paid from the balance counts through its charges.
create view spent_from_balance as
  select account_id, login_id, held_at as at, balance_cents as cents from charge
    where state <> 'released' and order_id is null
  union all
  select o.account_id, p.login_id, p.paid_at, p.amount_cents - p.refunded_cents
    from payment p join order_ o on o.id = p.order_id
    where p.state = 'paid' and p.login_id is not null and o.kind <> 'service';

-- Creates the package an order was for, once.
create function give_package(p_order uuid, p_at timestamptz) returns void language sql as $$
  with bought as (
    select o.id, o.account_id, o.login_id, o.amount_cents, p.kind, p.name_zh, p.name_en, p.valid_days, p.quotas
    from order_ o join package_product p on p.version = o.price_version and p.code = o.lines -> 0 ->> 'code'
    where o.id = p_order
  ), made as (
    insert into package (account_id, subject, kind, name_zh, name_en, price_cents, login_id, bought_at, expires_at)
    select account_id, id::text, kind, name_zh, name_en, amount_cents, login_id, p_at, p_at + make_interval(days => valid_days)
    from bought on conflict (subject) do nothing returning id
  )
  insert into package_quota (package_id, service, quota)
    select made.id, q.key, q.value::int from made, bought, jsonb_each_text(bought.quotas) q
$$;

-- Trades of the sandbox cashier, which simulates an outside provider: no other part of the service reads them.
create table sandbox_trade (
  payment_no text primary key,
  -- Part of the address of its page; anyone who has it can pay.
  secret text not null unique,
  subject text not null,
  amount_cents bigint not null,
  refunded_cents bigint not null default 0 constraint sandbox_room check (refunded_cents between 0 and amount_cents),
  state text not null default 'open' check (state in ('open', 'paid', 'closed')),
  notify_url text not null,
  return_url text not null,
  expires_at timestamptz not null,
  -- Paid, but not reported before this time.
  due_at timestamptz,
  -- The last attempt to pay it failed.
  is_declined boolean not null default false
);
create table sandbox_refund (
  refund_no text primary key,
  payment_no text not null references sandbox_trade,
  amount_cents bigint not null check (amount_cents > 0)
);
