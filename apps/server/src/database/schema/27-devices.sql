-- Enforcer devices, their recordings, and the segments that they signed.

-- A device that announced its public key. It belongs to the account of the code it used.
create table device (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references account,
  -- The login for which the user made the code, and that user.
  login_id uuid not null references login,
  person_id uuid not null references login,
  name text not null,
  -- The device's description of itself.
  user_agent text not null,
  -- SHA-256 of the SubjectPublicKeyInfo.
  key_id bytea not null unique check (octet_length(key_id) = 32),
  public_key bytea not null,
  state text not null default 'announced' check (state in ('announced', 'bound', 'unbound')),
  announced_at timestamptz not null,
  bound_at timestamptz,
  unbound_at timestamptz,
  -- When it last announced segments.
  seen_at timestamptz,
  check (state <> 'bound' or bound_at is not null)
);
create index device_account on device (account_id, announced_at desc);

-- Lets one device announce itself to an account.
create table device_code (
  code text primary key,
  account_id uuid not null references account,
  login_id uuid not null references login,
  person_id uuid not null references login,
  -- The device that used it.
  device_id uuid references device,
  expires_at timestamptz not null
);
create index device_code_expires on device_code (expires_at);

create table device_recording (
  id uuid primary key default uuidv7(),
  device_id uuid not null references device,
  -- The device's account and login.
  account_id uuid not null references account,
  login_id uuid not null references login,
  -- Random number chosen by the device.
  number uuid not null,
  state text not null default 'open' check (state in ('open', 'ended', 'submitted', 'deleted')),
  -- The attestation created from it, and its order.
  ano text references attestation,
  order_id uuid references order_,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Bytes that were stored when it was deleted.
  deleted_bytes bigint not null default 0,
  unique (device_id, number),
  check ((state = 'submitted') = (ano is not null))
);
create index device_recording_account on device_recording (account_id, created_at desc, id);
create index device_recording_own on device_recording (login_id, created_at desc, id);
create index device_recording_order on device_recording (order_id) where order_id is not null;

-- A segment whose signed header was received. Its content follows; `content_id` locates it in the store.
create table device_segment (
  recording_id uuid not null references device_recording,
  n int not null check (n > 0),
  -- The exact text that the device signed, in RFC 8785 form, and the signature in DER.
  header text not null,
  header_sha256 bytea not null check (octet_length(header_sha256) = 32),
  signature bytea not null,
  from_ms int not null,
  to_ms int not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  is_last boolean not null,
  size_bytes int not null,
  received_at timestamptz not null,
  content_id uuid unique,
  sm3 bytea check (octet_length(sm3) = 32),
  stored_at timestamptz,
  primary key (recording_id, n),
  check ((stored_at is null) = (sm3 is null))
);
create unique index device_segment_last on device_segment (recording_id) where is_last;
