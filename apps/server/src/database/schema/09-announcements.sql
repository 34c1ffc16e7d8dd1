-- Announcements of the platform.

create table announcement (
  id uuid primary key default uuidv7(),
  state text not null check (state in ('draft', 'published', 'withdrawn')),
  title_zh text not null,
  title_en text not null,
  text_zh text not null,
  text_en text not null,
  created_by uuid not null references staff,
  created_at timestamptz not null,
  published_at timestamptz,
  -- Last correction after publication.
  corrected_at timestamptz,
  withdrawn_at timestamptz,
  check ((state = 'draft') = (published_at is null)),
  check ((state = 'withdrawn') = (withdrawn_at is not null)),
  check (withdrawn_at is null or withdrawn_at >= published_at)
);
-- Earlier versions of corrected announcements.
create table announcement_earlier (
  id bigint generated always as identity primary key,
  announcement_id uuid not null references announcement,
  title_zh text not null,
  title_en text not null,
  text_zh text not null,
  text_en text not null,
  until timestamptz not null,
  corrected_by uuid not null references staff
);
create index announcement_earlier_of on announcement_earlier (announcement_id, id desc);
create index announcement_published on announcement (published_at desc) where state = 'published';
