-- A code is the asker's who asked for it: what a stranger asks for, tries or uses up takes nothing from anybody else. Codes that
-- are on their way are void, and counting begins anew.
truncate text_code;
alter table text_code
  drop constraint text_code_pkey,
  -- A browser, a network, a person or an account (features/account/codes.ts).
  add column asker text not null,
  add primary key (phone, purpose, asker);

drop table text_code_count;
create table text_code_count (
  name text primary key,
  sent int not null,
  since timestamptz not null
);
