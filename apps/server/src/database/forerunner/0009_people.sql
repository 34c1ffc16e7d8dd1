-- Members of an account. A seat (`seat_of`) is how somebody who was invited acts for another account: it has neither phone
-- nor password and is reached by switching alone.
alter table login
  alter column phone drop not null,
  alter column password_hash drop not null,
  add column seat_of uuid references login,
  -- Contract: Permission. Of who holds the account: none, as nothing is asked.
  add column permissions text[] not null default '{}',
  -- No session begins or goes on while this is set.
  add column disabled_at timestamptz,
  add check ((seat_of is null) = (phone is not null));
create unique index login_seat on login (account_id, seat_of);

-- `login_id` is whom a session acts as, `person_id` who signed in.
alter table session add column person_id uuid references login;
update session set person_id = login_id;
alter table session alter column person_id set not null;
create index session_person on session (person_id);

-- The contract lists what codes are for.
alter table text_code drop constraint text_code_purpose_check;

-- Those who work in the console.
create table staff (
  id uuid primary key default uuidv7(),
  role text not null check (role in ('notary', 'operator')),
  user_name text not null unique,
  name text not null,
  password_hash text not null,
  language text not null check (language in ('zh', 'en')),
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create table staff_session (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  staff_id uuid not null references staff,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_session_staff on staff_session (staff_id);

-- Who signed in, beside whom he acted as (`login_id`); or who of the console it was.
alter table audit
  add column person_id uuid,
  add column staff_id uuid;
create index audit_staff on audit (staff_id, id desc) where staff_id is not null;
