-- Which capture nodes there are, and when each last asked for work.
create table capture_node (
  name text primary key,
  seen_at timestamptz not null
);
