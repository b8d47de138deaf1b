-- What a task writes its summary with, and the note it writes when it is not the summary of the recording.
alter table task
  add column note_id text,
  -- {type, id}; null for the automatic summary.
  add column template jsonb,
  -- The language model that was chosen; null for the default of the server.
  add column model text,
  -- The language of the summary; null for that in the settings of the user.
  add column summary_language text,
  -- The request that started the task, so that it can be repeated.
  add column post_id text;
drop index task_active;
create unique index task_active on task (user_id, file_id)
  where stage in ('queued', 'transcribing', 'separating', 'summarising') and note_id is null;
-- One active task a note.
create unique index task_note_active on task (user_id, file_id, note_id)
  where stage in ('queued', 'transcribing', 'separating', 'summarising') and note_id is not null;
