-- Units bought in advance (packages), and amounts set aside for a service (charges).

-- A bought package. Packages that expire first are used first.
create table package (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The order it came from, or the gift.
  subject text not null unique,
  kind text not null check (kind in ('evidence', 'notarization')),
  name_zh text not null,
  name_en text not null,
  price_cents int not null,
  login_id uuid not null references login,
  bought_at timestamptz not null,
  expires_at timestamptz not null,
  -- Days that were left at the last notice of expiry; null if none was sent.
  expiry_notified_days int,
  -- The refund that ended it: its units can be neither used nor returned. Foreign key in 15-orders.sql.
  refund_id uuid
);
create index package_account on package (account_id, expires_at);
create index package_expires on package (expires_at);

create table package_quota (
  package_id uuid not null references package,
  service text not null,
  quota int not null check (quota > 0),
  used int not null default 0 check (used between 0 and quota),
  primary key (package_id, service)
);

-- The price of one ordered item, held from packages first and then from the balance, until it is settled or released.
create table charge (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The user whose spending limit it counts against.
  login_id uuid not null references login,
  service text not null,
  quantity int not null check (quantity > 0),
  -- Number of units ordered together, including its own, which decides the tier of the unit price.
  together int not null default 1 check (together > 0),
  -- Its subject: the number of an attestation.
  subject text not null,
  -- Contract: ChargeState.
  state text not null default 'held' check (state in ('held', 'settled', 'released')),
  price_version int not null references price_list,
  unit_cents int not null check (unit_cents >= 0),
  package_units int not null check (package_units between 0 and quantity),
  balance_cents bigint not null check (balance_cents >= 0),
  -- The order whose external payment brought `balance_cents`; null if it was already in the balance. Foreign key in
  -- 15-orders.sql.
  order_id uuid,
  held_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'held'))
);
-- A subject has one charge that is held or settled, and any number of released ones.
create unique index charge_subject on charge (subject) where state <> 'released';
create index charge_newest on charge (subject, id desc);
create index charge_account on charge (account_id, held_at desc);
create index charge_login on charge (login_id, held_at) where state <> 'released';
create index charge_order on charge (order_id) where order_id is not null;

create table charge_package (
  charge_id uuid not null references charge,
  package_id uuid not null references package,
  units int not null check (units > 0),
  primary key (charge_id, package_id)
);
create index charge_package_package on charge_package (package_id);

-- Spending limits apply per calendar month in China.
create function month_of(p_at timestamptz) returns timestamptz language sql stable as
  $$ select date_trunc('month', p_at, 'Asia/Shanghai') $$;
