-- Live sessions: facts that their attestations don't have, the windows that may control them, and the chains of their
-- recordings.

create table live_session (
  ano text primary key references attestation,
  device text not null,
  -- Booked minutes, including extensions; held in `charge`.
  minutes int not null check (minutes > 0),
  -- When the recording began, by the service's clock; null before that.
  started_at timestamptz,
  -- When the user asked to stop. The node learns of it when it is connected.
  stop_at timestamptz,
  -- Whether cookies and credentials stay in the network record.
  is_full boolean not null default false,
  -- Report of the running node as it would be if the node were lost now.
  begun jsonb,
  -- Content of `clock.json`, as it would be then; null if no time server has answered.
  begun_clock text,
  -- When its user removed it from the list.
  removed_at timestamptz
);
create index live_session_removed on live_session (ano) where removed_at is not null;

-- Lets a sign-in control a session over WebSocket from one of its windows, once.
create table live_ticket (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  ano text not null references attestation,
  token_sha256 bytea not null references session on delete cascade,
  window_id text not null,
  -- Whether it takes over from another window.
  takes_over boolean not null,
  expires_at timestamptz not null
);
create index live_ticket_expires on live_ticket (expires_at);

-- Heads of the chain of a running recording, one for each chunk, as the node announced them. `chunk` is its line of
-- `chunks.jsonl`; `is_stored` means that its bytes are in the store, until the session is sealed. `token` is an RFC
-- 3161 token over the head; about one head a minute has one.
create table live_head (
  fence bigint not null,
  n int not null,
  ano text not null references attestation,
  to_ms int not null,
  head bytea not null check (octet_length(head) = 32),
  chunk jsonb not null,
  is_stored boolean not null default false,
  announced_at timestamptz not null,
  token bytea,
  primary key (fence, n)
);
