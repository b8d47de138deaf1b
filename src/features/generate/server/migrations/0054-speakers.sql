-- Whether a task tells speakers apart, how many there are at most, and whether it does nothing else.
alter table task
  add column separate_speakers boolean not null default false,
  add column max_speakers integer,
  add column speakers_only boolean not null default false;
alter table task drop constraint task_stage_check;
alter table task
  add constraint task_stage_check
  check (stage in ('queued', 'transcribing', 'separating', 'summarising', 'done', 'failed', 'cancelled'));
drop index task_active;
create unique index task_active on task (user_id, file_id) where stage in ('queued', 'transcribing', 'separating', 'summarising');
