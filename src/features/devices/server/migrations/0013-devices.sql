-- Recorders a user has named. The same serial number may stand in two accounts: a recorder is lent and sold.
create table device (
  user_id text not null references account on delete cascade,
  sn text not null,
  name text not null,
  model text not null,
  -- Of the firmware; 0 when nobody told.
  version_number integer not null check (version_number >= 0),
  added_at timestamptz not null,
  primary key (user_id, sn)
);
