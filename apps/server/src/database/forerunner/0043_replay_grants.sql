-- Which capture a session has open as a replay, and until when (apps/server/src/replay/grants.ts). Ends with the session.
create table replay_grant (
  -- Named, with a signature, by the address of the replay.
  id uuid primary key default gen_random_uuid(),
  token_sha256 bytea not null references session on delete cascade,
  ano text not null,
  fence bigint not null,
  expires_at timestamptz not null,
  unique (token_sha256, ano, fence)
);
