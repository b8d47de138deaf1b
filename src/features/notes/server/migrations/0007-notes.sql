-- The summary made with a transcript: the whole result as the wire carries it (B§3).
create table summary (
  user_id text not null,
  file_id text not null,
  summary_id text not null,
  result jsonb not null,
  made_at timestamptz not null,
  primary key (user_id, file_id),
  foreign key (user_id, file_id) references file on delete cascade
);
