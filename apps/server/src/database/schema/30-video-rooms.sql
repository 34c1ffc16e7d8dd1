-- Rooms of video sessions, and what the notary's browser recorded in them.

create table video_room (
  -- A room has the id of its session. Its row is created when a person consents, enters or opens it.
  id uuid primary key references reservation,
  matter_id uuid not null references matter,
  state text not null default 'waiting' check (state in ('waiting', 'open', 'ended', 'lapsed')),
  created_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  check ((state in ('open', 'ended')) = (opened_at is not null)),
  check ((state = 'ended') = (ended_at is not null))
);
create index video_room_matter on video_room (matter_id);
create index video_room_running on video_room (created_at) where state in ('waiting', 'open');

-- The newest consent of a party to the recording of one room.
create table room_consent (
  room_id uuid not null references video_room,
  party_id uuid not null references matter_party,
  -- RFC 8785 text of version, language and paragraphs.
  words text not null,
  consented_at timestamptz not null,
  primary key (room_id, party_id)
);

-- Admits one connection of one session to one room, once.
create table room_ticket (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  room_id uuid not null references video_room,
  -- Token digest of the requesting session: a party's, or the notary's if `party_id` is null.
  token_sha256 bytea not null,
  party_id uuid references matter_party,
  -- Network address of the request, for the journal.
  address text not null,
  user_agent text not null,
  expires_at timestamptz not null
);
create index room_ticket_expires on room_ticket (expires_at);

-- A recording of one person's picture and sound in the notary's browser.
create table room_recording (
  id uuid primary key,
  room_id uuid not null references video_room,
  -- Null: the notary.
  party_id uuid references matter_party,
  person_name text not null,
  media_type text not null check (media_type in ('video/webm', 'video/mp4')),
  begun_at timestamptz not null,
  -- Pieces received so far, their total size, and the head of their hash chain.
  chunks int not null default 0,
  size_bytes bigint not null default 0,
  head bytea not null check (octet_length(head) = 32),
  -- CRC-32 of the bytes so far, and the state of their SHA-256, which the next piece continues; null before the first piece.
  crc32 bigint not null default 0,
  sha256_state bytea,
  finished_at timestamptz,
  -- False: the notary's browser did not confirm every piece, or nothing was recorded.
  is_complete boolean,
  -- SHA-256 of the whole file; null if nothing was recorded.
  sha256 bytea check (octet_length(sha256) = 32),
  check ((sha256_state is null) = (chunks = 0)),
  check ((sha256 is null) = (finished_at is null or chunks = 0)),
  check ((finished_at is null) = (is_complete is null)),
  check (is_complete is not true or chunks > 0)
);
create index room_recording_room on room_recording (room_id, begun_at);
create index room_recording_open on room_recording (room_id) where finished_at is null;

-- A piece of a recording, encrypted in the store under `file_id`.
create table room_chunk (
  recording_id uuid not null references room_recording,
  at int not null,
  file_id uuid not null,
  size_bytes int not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  received_at timestamptz not null,
  primary key (recording_id, at)
);
