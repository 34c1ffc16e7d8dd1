-- Each time an operator let the log go on from a database that did not have the last recorded head. Never changed.
create table log_epoch (
  epoch bigint primary key,
  at timestamptz not null default now(),
  -- What was signed since continues a log of this size.
  size bigint not null,
  -- The head that was left behind: its size, and its signed checkpoint (empty where the record itself was lost).
  abandoned_size bigint not null,
  abandoned_note text not null
);
