-- Announcements of the platform.

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
create index announcement_published on announcement (published_at desc)
  where published_at is not null and withdrawn_at is null;
