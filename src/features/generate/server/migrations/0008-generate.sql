-- The task is the status of record; the queue only carries its ids.
create table task (
  user_id text not null,
  file_id text not null,
  task_id text not null,
  stage text not null check (stage in ('queued', 'transcribing', 'summarising', 'done', 'failed', 'cancelled')),
  status integer not null,
  msg text not null,
  language text,
  /** Rises with every worker that takes the task up: whoever holds an older number has lost it. */
  attempt integer not null default 0,
  /** Tries the engine itself has spoiled. */
  spoiled integer not null default 0,
  duration_ms integer not null,
  done_ms integer not null default 0,
  heard integer not null default 0,
  made_at timestamptz not null,
  begun_at timestamptz,
  /** Where this attempt took up the work, for the time left. */
  begun_ms integer not null default 0,
  changed_at timestamptz not null,
  primary key (user_id, file_id, task_id),
  foreign key (user_id, file_id) references file on delete cascade
);
-- One active task a recording.
create unique index task_active on task (user_id, file_id) where stage in ('queued', 'transcribing', 'summarising');
create index task_recent on task (user_id, changed_at desc);
