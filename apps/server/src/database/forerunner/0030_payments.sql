-- Orders that could not be closed are tried again after those that have waited longer.
alter table purchase add column tried_at timestamptz;

-- What is closed here may still be paid at a provider that knew nothing of it then: it is asked about three times more once the
-- time of its order is over.
alter table payment add column asked_late int not null default 0;
create index payment_late on payment (asked_at) where state = 'closed' and step is not null and asked_late < 3;

-- What a provider said of a refund that is under way. `by-hand`: the money waits at the provider until somebody sends it on.
-- `refused`: it will not be done unless something changes there. Both wait for somebody.
alter table refund
  add column tries int not null default 0,
  add column standing text check (standing in ('pending', 'by-hand', 'refused')),
  -- The provider's own word for why.
  add column said text,
  -- The refund under whose number it is asked for, where that failed and the provider wants the same number again.
  add column number_id uuid references refund;

-- Contract: ReviewOutcome.
alter table payment_review
  add column outcome text not null default 'noted' check (outcome in ('noted', 'paid-back', 'kept', 'none-came'));
alter table payment_review alter column outcome drop default;
