-- What was heard window by window while a task runs: a task begun again goes on behind the last one kept.
create table heard_window (
  user_id text not null,
  file_id text not null,
  task_id text not null,
  start_ms integer not null,
  end_ms integer not null,
  language text not null,
  words jsonb not null,
  primary key (user_id, file_id, task_id, start_ms),
  foreign key (user_id, file_id) references file on delete cascade
);
