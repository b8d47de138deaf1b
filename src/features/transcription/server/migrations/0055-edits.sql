-- The machine's version of a transcript that people have edited, and what they did. Documents are compressed JSON.
create table transcript_version (
  user_id text not null,
  file_id text not null,
  machine bytea not null,
  -- Rises with every change.
  version integer not null,
  -- The version of the latest change that was not an edit: an undo, a redo or a new transcription.
  base_version integer not null,
  -- Rises with every new transcription. Only edits of the current one can be undone.
  generation integer not null,
  unapplied jsonb not null,
  primary key (user_id, file_id),
  foreign key (user_id, file_id) references file on delete cascade
);
create table transcript_edit (
  user_id text not null,
  file_id text not null,
  number integer not null,
  generation integer not null,
  version integer not null,
  edited_at timestamptz not null,
  source text not null,
  state text not null check (state in ('active', 'undone', 'discarded')),
  operations bytea not null,
  -- What the history shows.
  summary jsonb not null,
  primary key (user_id, file_id, number),
  foreign key (user_id, file_id) references transcript_version on delete cascade
);
