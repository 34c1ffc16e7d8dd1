-- What things cost: a list is never changed, a new one takes its place.
create table price_list (
  version int generated always as identity primary key,
  valid_from timestamptz not null default now(),
  -- Null of the first one, which comes with the product.
  staff_id uuid references staff,
  note text not null default ''
);
create table price (
  version int not null references price_list,
  -- Contract: Service.
  service text not null,
  -- The price of one where so many are taken at once.
  from_quantity int not null default 1 check (from_quantity >= 1),
  unit_cents int not null check (unit_cents >= 0),
  primary key (version, service, from_quantity)
);
create table package_product (
  version int not null references price_list,
  code text not null,
  kind text not null check (kind in ('evidence', 'notarization')),
  name_zh text not null,
  name_en text not null,
  price_cents int not null check (price_cents > 0),
  valid_days int not null check (valid_days > 0),
  -- How many of each service: {"page": 100}.
  quotas jsonb not null,
  primary key (version, code)
);

with list as (insert into price_list (valid_from) values ('2026-01-01 00:00+08') returning version),
prices as (
  insert into price (version, service, from_quantity, unit_cents)
  select version, p.* from list, (values
    ('page', 1, 1000), ('page', 20, 900), ('page', 100, 800),
    ('ecommerce', 1, 1500),
    ('file', 1, 1000), ('file', 20, 800),
    ('hash', 1, 100), ('hash', 100, 50),
    ('session-minute', 1, 200),
    ('device-minute', 1, 100),
    ('monitor-check', 1, 10),
    ('storage-gb-month', 1, 200),
    ('notarization', 1, 80000)
  ) as p (service, from_quantity, unit_cents)
)
insert into package_product (version, code, kind, name_zh, name_en, price_cents, valid_days, quotas)
select version, p.* from list, (values
  ('pages-100', 'evidence', '网页存证 100 页', '100 pages', 78000, 365, '{"page": 100}'::jsonb),
  ('pages-500', 'evidence', '网页存证 500 页', '500 pages', 350000, 365, '{"page": 500}'::jsonb),
  ('mixed-year', 'evidence', '综合取证年包', 'Evidence for a year', 500000, 365,
    '{"page": 300, "ecommerce": 100, "file": 200, "hash": 1000, "session-minute": 300}'::jsonb),
  ('notarization-5', 'notarization', '公证申请 5 件', '5 notarizations', 360000, 365, '{"notarization": 5}'::jsonb)
) as p (code, kind, name_zh, name_en, price_cents, valid_days, quotas);

-- A package that was bought, and what of it is used; an account's oldest to expire is used first.
create table package (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The purchase that it came from.
  subject text not null unique,
  kind text not null check (kind in ('evidence', 'notarization')),
  name_zh text not null,
  name_en text not null,
  price_cents int not null,
  login_id uuid not null references login,
  bought_at timestamptz not null,
  expires_at timestamptz not null
);
create index package_account on package (account_id, expires_at);
create table package_quota (
  package_id uuid not null references package,
  service text not null,
  quota int not null check (quota > 0),
  used int not null default 0 check (used between 0 and quota),
  primary key (package_id, service)
);

-- What was ordered and costs something: set aside from packages first and then from the balance, until it is accepted or not.
create table charge (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- Whose spending it is.
  login_id uuid not null references login,
  service text not null,
  quantity int not null check (quantity > 0),
  -- What it is for: the number of an attestation.
  subject text not null,
  -- Contract: ChargeState.
  state text not null default 'held' check (state in ('held', 'captured', 'released')),
  price_version int not null references price_list,
  unit_cents int not null check (unit_cents >= 0),
  package_units int not null check (package_units between 0 and quantity),
  balance_cents bigint not null check (balance_cents >= 0),
  held_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'held'))
);
-- Of one thing only one is open or taken; those given back may be many.
create unique index charge_subject on charge (subject) where state <> 'released';
create index charge_account on charge (account_id, held_at desc);
create index charge_login on charge (login_id, held_at) where state <> 'released';
create table charge_package (
  charge_id uuid not null references charge,
  package_id uuid not null references package,
  units int not null check (units > 0),
  primary key (charge_id, package_id)
);
create index charge_package_package on charge_package (package_id);
