-- The version of a transcript, which rises with every edit and every transcription. `machine` is the recognised text (zstd of JSON)
-- of an edited transcript; without edits it is the transcript itself. Edits made for a version before `base_version` are outdated.
create table transcript_version (
  user_id text not null,
  file_id text not null,
  version integer not null,
  base_version integer not null,
  machine bytea,
  machine_at timestamptz not null,
  primary key (user_id, file_id),
  foreign key (user_id, file_id) references file on delete cascade
);

-- What one request changed: one step of undo. `position` orders the edits of a transcript; those of the word list come first.
-- `touched` are the segments that were changed, added or removed; `changed_version` is the version in which the edit was made,
-- undone or redone last.
create table transcript_edit (
  user_id text not null,
  file_id text not null,
  edit_id text not null,
  position integer not null,
  made_version integer not null,
  changed_version integer not null,
  made_at timestamptz not null,
  source text not null check (source in ('person', 'program', 'word_list')),
  client text not null,
  operations jsonb not null,
  touched text[] not null,
  description jsonb not null,
  unapplied jsonb not null default '[]',
  is_undone boolean not null default false,
  primary key (user_id, file_id, edit_id),
  foreign key (user_id, file_id) references transcript_version on delete cascade
);
create index transcript_edit_by_position on transcript_edit (user_id, file_id, position);

-- Both count as text of their recording.
create function transcript_version_counted() returns trigger language plpgsql as $$
begin
  update file set text_bytes = text_bytes + coalesce(octet_length(new.machine), 0)
      - case when tg_op = 'UPDATE' then coalesce(octet_length(old.machine), 0) else 0 end
    where user_id = new.user_id and file_id = new.file_id;
  return null;
end $$;
create trigger transcript_version_counted after insert or update of machine on transcript_version
  for each row execute function transcript_version_counted();

create function transcript_edit_counted() returns trigger language plpgsql as $$
begin
  update file set text_bytes = text_bytes
      + case when tg_op = 'DELETE' then 0 else json_bytes(new.operations) end
      - case when tg_op = 'INSERT' then 0 else json_bytes(old.operations) end
    where user_id = coalesce(new.user_id, old.user_id) and file_id = coalesce(new.file_id, old.file_id);
  return null;
end $$;
create trigger transcript_edit_counted after insert or update of operations or delete on transcript_edit
  for each row execute function transcript_edit_counted();
