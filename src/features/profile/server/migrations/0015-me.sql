-- How an account is set up; name and picture stand with the account. Absent keys have their usual value.
create table setting (
  user_id text primary key references account on delete cascade,
  chosen jsonb not null,
  changed_at timestamptz not null
);
