-- Passages of a recording that its owner has highlighted, with or without a comment. Times are in ms.
create table highlight (
  user_id text not null,
  file_id text not null,
  highlight_id text not null,
  start_ms integer not null check (start_ms >= 0),
  end_ms integer not null,
  text text not null,
  comment text not null,
  created_at timestamptz not null,
  primary key (user_id, file_id, highlight_id),
  foreign key (user_id, file_id) references file on delete cascade,
  check (end_ms >= start_ms)
);
