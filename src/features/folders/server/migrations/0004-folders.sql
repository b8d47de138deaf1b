create table folder (
  user_id text not null references account on delete cascade,
  folder_id text not null unique,
  name text not null,
  color text not null,
  icon text not null,
  created_at timestamptz not null,
  primary key (user_id, folder_id)
);
-- One name once a user: two tabs that make the same folder at the same moment get one folder.
create unique index folder_name on folder (user_id, name);
