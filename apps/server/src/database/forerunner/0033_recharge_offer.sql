-- The amounts that a recharge is offered with, in the order in which they are shown; any other within the limits may be entered.
-- One that operators put in place of another is the next version, and what was offered before can be told for ever.
create table recharge_offer (
  version int primary key check (version > 0),
  amounts_cents bigint[] not null check (0 < all (amounts_cents)),
  -- Null of the first, which came with the product.
  staff_id uuid references staff,
  made_at timestamptz not null
);
insert into recharge_offer (version, amounts_cents, made_at)
  select 1, coalesce(array_agg(amount_cents order by amount_cents), '{}'), now() from recharge_option;
drop table recharge_option;
create function recharge_offer_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'what a recharge was offered with is never changed: the next version takes its place';
end $$;
create trigger recharge_offer_is_kept before update or delete or truncate on recharge_offer
  for each statement execute function recharge_offer_is_kept();

-- A holder takes an application back that nobody has decided yet: its orders can be invoiced anew.
alter table invoice
  drop constraint invoice_state_check,
  add constraint invoice_state_check
    check (state in ('applied', 'issued', 'rejected', 'reapplied', 'red-flushed', 'withdrawn'));
alter table invoice_step
  drop constraint invoice_step_event_check,
  add constraint invoice_step_event_check
    check (event in ('apply', 'issue', 'reject', 'reapply', 'red-flush', 'replace', 'withdraw'));
