-- Messages to users: on the site, by mail, by text message.

-- A message belongs to a login; other members of the account don't see it.
create table message (
  id uuid primary key default uuidv7(),
  login_id uuid not null references login,
  kind text not null,
  -- Contract: Message. Not jsonb, which rejects U+0000, as text of a hostile page may contain it.
  message json not null,
  -- Path of the page it is about.
  link text check (link like '/%' and link not like '//%'),
  -- Channels it still has to be sent by: `mail`, `text`.
  due text[] not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- Deletion can be undone for a day; then the row is removed.
  deleted_at timestamptz
);
create index message_login on message (login_id, id desc) where deleted_at is null;
create index message_unread on message (login_id, kind) where read_at is null and deleted_at is null;
create index message_due on message (id) where due <> '{}';
create index message_deleted on message (deleted_at) where deleted_at is not null;

-- Channels a person chose for a kind; without a row the contract's default holds.
create table notification_setting (
  login_id uuid not null references login,
  kind text not null,
  mail boolean not null,
  text boolean not null,
  primary key (login_id, kind)
);

-- The newest code mailed to an address that a login wants to verify.
create table email_code (
  login_id uuid primary key references login,
  email text not null,
  code_fingerprint bytea not null,
  tries_left smallint not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);

-- Outgoing mail. With a mail server, its content is in `encrypted` until it is sent, then removed; in the
-- development outbox it stays readable.
create table mail (
  id uuid primary key default uuidv7(),
  address text not null,
  subject text,
  body text,
  encrypted bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((subject is null) = (body is null)),
  check (case when sent_at is null then (encrypted is null) = (body is not null) else encrypted is null and body is null end)
);

-- Outgoing text messages. In the development outbox only `body` is set (`kept`). With a provider there is no body: the values
-- are stored encrypted until the outcome is known.
create table text_message (
  id uuid primary key default uuidv7(),
  phone text not null,
  body text,
  template text,
  language text check (language in ('zh', 'en')),
  encrypted_values bytea,
  state text not null default 'kept' check (state in ('kept', 'waiting', 'sent', 'refused')),
  -- Time of the last attempt that succeeded or whose outcome is unknown; failed attempts don't count.
  tried_at timestamptz,
  -- The provider's number of the message, or of the request it refused.
  provider_id text,
  -- Why it was not sent: a code of the provider, or EXPIRED.
  refusal text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((state = 'kept') = (body is not null)),
  check ((state = 'waiting') = (encrypted_values is not null)),
  check ((state = 'refused') = (refusal is not null))
);
create index text_message_waiting on text_message (created_at) where state = 'waiting';
create index text_message_refused on text_message (refusal) where state = 'refused';
