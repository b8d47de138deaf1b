-- Whoever has no row, or one whose time is over, is a starter.
create table membership (
  user_id text primary key references account on delete cascade,
  tier text not null check (tier in ('starter', 'pro', 'unlimited', 'backer')),
  flag text check (flag in ('Yearly', 'Monthly')),
  start_time timestamptz not null,
  -- Null: without end.
  expire_time timestamptz check (expire_time > start_time)
);

-- The ledger of transcription time. Rows are only added; what is left is counted from them.
create table minute_entry (
  user_id text not null references account on delete cascade,
  entry_id text not null,
  kind text not null check (kind in ('grant', 'use', 'refund')),
  seconds integer not null check (seconds > 0),
  -- No foreign key: what was used stays used when the recording is gone.
  file_id text,
  -- What brought the entry about, such as a task; it is counted once however often it is told.
  source text not null,
  -- First moment of the month the entry counts for: what is given back counts for the month it was used in.
  period_start timestamptz not null,
  at timestamptz not null,
  primary key (user_id, entry_id),
  unique (user_id, source)
);
create index minute_entry_at on minute_entry (user_id, at desc, entry_id desc);
