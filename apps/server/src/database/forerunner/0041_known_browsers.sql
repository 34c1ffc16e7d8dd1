-- Browsers in which a user has signed in before: what others try elsewhere neither locks these out nor uses up their codes.
create table login_browser (
  login_id uuid not null references login,
  browser_sha256 bytea not null check (octet_length(browser_sha256) = 32),
  seen_at timestamptz not null,
  primary key (login_id, browser_sha256)
);
