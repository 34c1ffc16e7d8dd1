-- What a package product costs may be nothing: such a one is given, never sold. `welcome` is given to each new account.
alter table package_product
  drop constraint package_product_price_cents_check,
  add constraint package_product_price_cents_check check (price_cents >= 0);
insert into package_product (version, code, kind, name_zh, name_en, price_cents, valid_days, quotas)
values (1, 'welcome', 'evidence', '新用户体验包', 'Welcome package', 0, 30, '{"page": 10}');

-- A list stays as it was put in force: what was charged by it can be told from it for ever. Its rows come with it, in the
-- transaction that makes it, and none later.
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

-- The next list, as operators prepare it: there is one, and nothing is charged by it.
create table price_draft (
  is_the_one boolean primary key default true check (is_the_one),
  -- Another one after each change, also of the next draft: who saves names the one he has changed.
  revision bigint not null,
  -- Contract: PriceContent.
  content jsonb not null,
  note text not null,
  staff_id uuid not null references staff,
  saved_at timestamptz not null
);
create sequence price_draft_revision;

-- Of a subject the newest, also where it was given back.
create index charge_newest on charge (subject, id desc);
