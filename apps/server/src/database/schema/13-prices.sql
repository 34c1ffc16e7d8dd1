-- Price lists, package products and recharge amounts. A version is never changed; the next one replaces it.

create table price_list (
  version int generated always as identity primary key,
  valid_from timestamptz not null default now(),
  -- Null for the first list, which comes with the product.
  staff_id uuid references staff,
  note text not null default ''
);

create table price (
  version int not null references price_list,
  -- Contract: Service.
  service text not null,
  -- The unit price from this quantity in one order.
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
  -- 0: given away, never sold. `welcome` is given to each new account.
  price_cents int not null check (price_cents >= 0),
  valid_days int not null check (valid_days > 0),
  -- Units of each service: {"page": 100}.
  quotas jsonb not null,
  primary key (version, code)
);

create function price_list_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'a price list is never changed: a new one takes its place';
end $$;
create trigger price_list_is_kept before update or delete or truncate on price_list
  for each statement execute function price_list_is_kept();
create trigger price_is_kept before update or delete or truncate on price
  for each statement execute function price_list_is_kept();
create trigger package_product_is_kept before update or delete or truncate on package_product
  for each statement execute function price_list_is_kept();

-- The rows of a list are inserted in the transaction that creates it.
create function price_list_is_whole() returns trigger language plpgsql as $$
begin
  if not exists (select from price_list where version = new.version and xmin = pg_current_xact_id()::xid) then
    raise exception 'price list % is made already', new.version;
  end if;
  return new;
end $$;
create trigger price_list_is_whole before insert on price
  for each row execute function price_list_is_whole();
create trigger price_list_is_whole before insert on package_product
  for each row execute function price_list_is_whole();

-- The next list while operators prepare it; a single row.
create table price_draft (
  singleton boolean primary key default true check (singleton),
  -- From price_draft_revision: a save names the revision it changes.
  revision bigint not null,
  -- Contract: PriceContent.
  content jsonb not null,
  note text not null,
  staff_id uuid not null references staff,
  saved_at timestamptz not null
);
create sequence price_draft_revision;

-- Recharge amounts that are offered, in the order shown; any other within the limits may be entered.
create table recharge_offer (
  version int primary key check (version > 0),
  amounts_cents bigint[] not null check (0 < all (amounts_cents)),
  -- Null for the first offer, which comes with the product.
  staff_id uuid references staff,
  made_at timestamptz not null
);

create function recharge_offer_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'what a recharge was offered with is never changed: the next version takes its place';
end $$;
create trigger recharge_offer_is_kept before update or delete or truncate on recharge_offer
  for each statement execute function recharge_offer_is_kept();

insert into price_list (valid_from) values ('2026-01-01 00:00+08');
insert into price (version, service, from_quantity, unit_cents) values
  (1, 'page', 1, 1000), (1, 'page', 20, 900), (1, 'page', 100, 800),
  (1, 'ecommerce', 1, 1500),
  (1, 'file', 1, 1000), (1, 'file', 20, 800),
  (1, 'hash', 1, 100), (1, 'hash', 100, 50),
  (1, 'session-minute', 1, 200),
  (1, 'device-minute', 1, 100),
  (1, 'monitor-check', 1, 10),
  (1, 'storage-gb-month', 1, 200),
  (1, 'notarization', 1, 80000);
insert into package_product (version, code, kind, name_zh, name_en, price_cents, valid_days, quotas) values
  (1, 'welcome', 'evidence', '新用户体验包', 'Welcome package', 0, 30, '{"page": 10}'),
  (1, 'pages-100', 'evidence', '网页存证 100 页', '100 pages', 78000, 365, '{"page": 100}'),
  (1, 'pages-500', 'evidence', '网页存证 500 页', '500 pages', 350000, 365, '{"page": 500}'),
  (1, 'mixed-year', 'evidence', '综合取证年包', 'Evidence for a year', 500000, 365,
    '{"page": 300, "ecommerce": 100, "file": 200, "hash": 1000, "session-minute": 300}'),
  (1, 'notarization-5', 'notarization', '公证申请 5 件', '5 notarizations', 360000, 365, '{"notarization": 5}');
insert into recharge_offer (version, amounts_cents, made_at)
  values (1, '{10000, 50000, 100000, 200000, 500000, 1000000}', now());
