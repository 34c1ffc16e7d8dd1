-- Sessions between a notary and the parties of a matter.

create extension if not exists btree_gist;

-- When a notary holds sessions; without a row, the usual hours apply.
create table session_hours (
  staff_id uuid primary key references staff,
  -- Contract: SessionHours.
  hours jsonb not null,
  changed_at timestamptz not null
);

-- A time that is kept for a matter while its applicant books; it lapses by itself. A booking passes through here, so that
-- it can't take a time that is kept for another matter.
create table kept_slot (
  matter_id uuid primary key references matter,
  notary_id uuid not null references staff,
  starts_at timestamptz not null,
  -- The session and the following break.
  occupied tstzrange not null,
  kept_until timestamptz not null,
  constraint kept_slot_apart exclude using gist (notary_id with =, occupied with &&)
);

create table reservation (
  id uuid primary key default uuidv7(),
  matter_id uuid not null references matter,
  notary_id uuid not null references staff,
  state text not null default 'booked' check (state in ('booked', 'held', 'moved', 'missed', 'cancelled')),
  way text not null check (way in ('in-person', 'video')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The session and the following break, in which the notary holds no other session.
  occupied tstzrange not null,
  -- Who gave it up: the applicant or the notary; null unless `moved`.
  moved_by text,
  reason text,
  created_at timestamptz not null,
  -- When the parties were reminded a day and an hour before.
  reminded_day_at timestamptz,
  reminded_hour_at timestamptz,
  constraint reservation_notary_free exclude using gist (notary_id with =, occupied with &&) where (state = 'booked')
);
create unique index reservation_current on reservation (matter_id) where state = 'booked';
create index reservation_matter on reservation (matter_id);
create index reservation_coming on reservation (starts_at) where state = 'booked';

-- The people of a booked session, found by `matter_party.id_number_fingerprint` in all matters; removed when it ends.
create table reservation_person (
  reservation_id uuid not null references reservation,
  fingerprint bytea not null,
  during tstzrange not null,
  primary key (reservation_id, fingerprint),
  constraint reservation_person_free exclude using gist (fingerprint with =, during with &&)
);
