-- Problems that people reported, and the conversation about each.

create table problem_report (
  id uuid primary key default uuidv7(),
  -- Contract: ProblemReportState.
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- The attestation it is about.
  ano text references attestation (ano),
  -- The reporter; null for a visitor without a session.
  login_id uuid references login,
  account_id uuid references account,
  -- Where the answer to a visitor without a session is sent.
  email text,
  -- Language of the answer's mail.
  language text not null check (language in ('zh', 'en')),
  page text not null,
  trace_id text not null,
  reported_at timestamptz not null,
  changed_at timestamptz not null,
  -- The staff member who closed it; null if its reporter did.
  closed_by uuid references staff,
  check ((login_id is null) = (account_id is null)),
  check (login_id is null or email is null),
  check (closed_by is null or state = 'closed')
);
create index problem_report_login on problem_report (login_id, id desc) where login_id is not null;
create index problem_report_state on problem_report (state, reported_at, id);

-- The first entry is the report itself; entries are never changed.
create table problem_report_entry (
  id bigint generated always as identity primary key,
  report_id uuid not null references problem_report,
  -- The operator who wrote it; null for the reporter.
  staff_id uuid references staff,
  text text not null,
  at timestamptz not null
);
create index problem_report_entry_report on problem_report_entry (report_id, id);
