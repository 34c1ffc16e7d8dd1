-- Bank transfers that holders reported, until an operator finds them on the bank statement.

create table bank_transfer (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  -- The member who reported it.
  login_id uuid not null references login,
  -- Contract: BankTransferState.
  state text not null default 'reported' check (state in ('reported', 'credited', 'rejected', 'withdrawn')),
  -- As reported; the received amount may differ.
  amount_cents bigint not null check (amount_cents > 0),
  payer_name text not null,
  transferred_on date not null,
  note text not null,
  upload_id uuid not null references upload,
  -- The remark that the account was asked to put on its transfers.
  remark_code text not null,
  reported_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references staff,
  -- Why it was rejected.
  reason text,
  -- The reference on the bank statement, without spaces and in capitals. Credited once, whatever was reported.
  reference text unique,
  -- The top-up order created for it, with its payment and transfer.
  order_id uuid unique references order_,
  check ((decided_at is null) = (state = 'reported')),
  check ((decided_by is not null) = (state in ('credited', 'rejected'))),
  check ((reason is not null) = (state = 'rejected')),
  check ((reference is not null) = (state = 'credited')),
  check ((order_id is not null) = (state = 'credited'))
);
create index bank_transfer_account on bank_transfer (account_id, id desc);
create index bank_transfer_waiting on bank_transfer (reported_at) where state = 'reported';
