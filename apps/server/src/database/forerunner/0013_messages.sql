-- What somebody is told. It belongs to a login, as what concerns a member is nobody else's.
create table message (
  id uuid primary key default uuidv7(),
  login_id uuid not null references login,
  kind text not null,
  -- Contract: Said. Not jsonb, which refuses U+0000, as words of a hostile page may hold.
  said json not null,
  -- Path of the page that it is about.
  link text check (link like '/%' and link not like '//%'),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- It can be taken back for a day; then the row goes.
  deleted_at timestamptz,
  -- `mail`, `text`: by what it has still to be told.
  due text[] not null default '{}'
);
create index message_login on message (login_id, id desc) where deleted_at is null;
create index message_unread on message (login_id, kind) where read_at is null and deleted_at is null;
create index message_due on message (id) where due <> '{}';
create index message_deleted on message (deleted_at) where deleted_at is not null;

-- Of the person behind a login; a kind without a row is told as the contract says.
create table notification_setting (
  login_id uuid not null references login,
  kind text not null,
  mail boolean not null,
  text boolean not null,
  primary key (login_id, kind)
);

-- Verified, in lower case.
alter table login add column email text unique check (email = lower(email));

-- The newest code that was mailed to an address that a login wants to be its own.
create table email_code (
  login_id uuid primary key references login,
  email text not null,
  code_sha256 bytea not null,
  tries_left smallint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- What is to be mailed; in development this is where it can be read.
create table mail (
  id uuid primary key default uuidv7(),
  address text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create table announcement (
  id uuid primary key default uuidv7(),
  title_zh text not null,
  title_en text not null,
  text_zh text not null,
  text_en text not null,
  created_by uuid not null references staff,
  created_at timestamptz not null,
  published_at timestamptz,
  withdrawn_at timestamptz,
  check (withdrawn_at is null or withdrawn_at >= published_at)
);
create index announcement_published on announcement (published_at desc) where published_at is not null and withdrawn_at is null;
