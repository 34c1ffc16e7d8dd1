-- The address book of an account.
create table address (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  recipient text not null,
  phone text not null,
  -- Codes of GB/T 2260, each under the one before it; the service holds their names.
  province text not null,
  city text,
  district text,
  detail text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  check (district is null or city is not null)
);
create index address_account on address (account_id, id desc);
create unique index address_default on address (account_id) where is_default;

-- Which version of the agreements whoever holds the account accepted when it was opened.
alter table account add column agreement_version text;
