-- Invoices: their headers, their orders, and their history.

create table invoice_header (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null check (kind in ('personal', 'enterprise')),
  title text not null,
  tax_number text,
  bank_name text,
  bank_account text,
  address text,
  phone text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  check ((tax_number is not null) = (kind = 'enterprise')),
  check (kind = 'enterprise' or num_nonnulls(bank_name, bank_account, address, phone) = 0)
);
create index invoice_header_account on invoice_header (account_id, id desc);
create unique index invoice_header_default on invoice_header (account_id) where is_default;

create table invoice (
  id uuid primary key default uuidv7(),
  -- Number of the application.
  no text not null unique,
  account_id uuid not null references account,
  -- Contract: InvoiceState.
  state text not null
    check (state in ('applied', 'issued', 'rejected', 'reapplied', 'red-flushed', 'withdrawn')),
  is_living boolean not null generated always as (state in ('applied', 'issued', 'reapplied')) stored,
  kind text not null check (kind in ('ordinary', 'special')),
  -- Contract: InvoiceHeader and Delivery, as they were at the application.
  header jsonb not null,
  delivery jsonb not null,
  amount_cents bigint not null check (amount_cents > 0),
  attempt int not null default 1,
  applied_at timestamptz not null,
  -- Why it was rejected or red-flushed.
  reason text check ((reason is not null) = (state in ('rejected', 'red-flushed'))),
  -- Encrypted file in the store; null if a sheet is drawn instead.
  file_key text,
  -- Digest of the secret in the mailed URL, and its expiry.
  mailed_sha256 bytea unique,
  mailed_until timestamptz,
  unique (id, is_living)
);
create index invoice_account on invoice (account_id, id desc);
create index invoice_waiting on invoice (applied_at) where state in ('applied', 'reapplied');

-- The share of an order that an invoice covers. The foreign key keeps `is_living` in step with the invoice, so that the
-- unique index allows an order only one active invoice.
create table invoice_order (
  invoice_id uuid not null,
  is_living boolean not null,
  order_id uuid not null references order_,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (invoice_id, order_id),
  foreign key (invoice_id, is_living) references invoice (id, is_living) on update cascade
);
create unique index invoice_order_living on invoice_order (order_id) where is_living;
create index invoice_order_order on invoice_order (order_id);

-- Numbers of the tax authority: the first invoice and the red one of an application have one each.
create table invoice_number (
  -- Empty for a digital invoice.
  code text not null check (code ~ '^([0-9]{10}|[0-9]{12})?$'),
  number text not null check (number ~ '^([0-9]{8}|[0-9]{20})$'),
  invoice_id uuid not null references invoice,
  is_red boolean not null,
  issued_on date not null,
  primary key (code, number),
  unique (invoice_id, is_red),
  check ((code <> '') = (length(number) = 8))
);

-- History of an invoice: each event with its actor, a login of the account or staff. Append-only.
create table invoice_step (
  id bigint generated always as identity primary key,
  invoice_id uuid not null references invoice,
  -- Contract: InvoiceEvent.
  event text not null
    check (event in ('apply', 'issue', 'reject', 'reapply', 'red-flush', 'replace', 'withdraw')),
  at timestamptz not null,
  reason text,
  amount_cents bigint not null,
  -- The replaced file, which is kept.
  file_key text,
  login_id uuid references login,
  staff_id uuid references staff,
  check (num_nonnulls(login_id, staff_id) = 1),
  check ((file_key is not null) = (event = 'replace'))
);
create index invoice_step_invoice on invoice_step (invoice_id, id);
create function invoice_step_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'what happened to an invoice is append-only';
end $$;
create trigger invoice_step_is_kept before update or delete or truncate on invoice_step
  for each statement execute function invoice_step_is_kept();

-- The amount of an order left to invoice: external payments that were not refunded. Orders paid from the balance were
-- invoiced with the recharge. Nothing is left while a refund is open.
create view invoiceable_order as
  select o.id, o.no, o.account_id, o.kind, o.lines, o.paid_at, p.provider, p.amount_cents, p.refunded_cents,
    p.amount_cents - p.refunded_cents as left_cents
  from order_ o join payment p on p.order_id = o.id and p.state = 'paid'
  where o.state in ('paid', 'partly-refunded') and p.provider <> 'balance' and p.amount_cents > p.refunded_cents;
