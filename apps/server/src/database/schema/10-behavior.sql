-- Use of the site, without any reference to a user.

create table behavior (
  id bigint generated always as identity primary key,
  kind text not null,
  name text not null,
  at timestamptz not null
);

create index behavior_at on behavior (at);
