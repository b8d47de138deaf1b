-- When a recording was last opened, or added to the library; the most recent are on Home.
alter table file add column opened_at timestamptz not null default now();
-- This also sends every recording to the open pages, which need the new field.
update file set opened_at = edit_time;

-- Where the player of a recording stands, on all devices of the account. Not a column of `file`: it changes every few seconds while
-- playing, and each change of `file` is sent to all open pages.
create table playback_position (
  user_id text not null,
  file_id text not null,
  position_ms integer not null check (position_ms >= 0),
  primary key (user_id, file_id),
  foreign key (user_id, file_id) references file on delete cascade
);
