-- The notes of a recording: its summary, made with the transcript, and those made later from other templates. The text is null
-- until the first one is written. `status` is 0 while a text is written, 1 when it is ready, negative when it failed (B§8).
create table note (
  user_id text not null,
  file_id text not null,
  note_id text not null,
  note_type text not null check (note_type in ('auto_sum_note', 'sum_multi_note')),
  tab_name text not null,
  -- Null for the automatic summary.
  template jsonb,
  -- The language model that was chosen; null for the default of the server.
  model text,
  -- The request that created the note, so that it can be repeated.
  post_id text,
  status integer not null,
  msg text not null default '',
  version_id text,
  origin text check (origin in ('generated', 'edited')),
  result jsonb,
  written_at timestamptz,
  made_at timestamptz not null,
  primary key (user_id, file_id, note_id),
  foreign key (user_id, file_id) references file on delete cascade,
  check ((result is null) = (version_id is null) and (result is null) = (origin is null) and (result is null) = (written_at is null))
);
create unique index note_summary on note (user_id, file_id) where note_type = 'auto_sum_note';
create unique index note_post on note (user_id, file_id, post_id) where post_id is not null;

-- Texts that notes had before.
create table note_version (
  user_id text not null,
  file_id text not null,
  note_id text not null,
  version_id text not null,
  origin text not null check (origin in ('generated', 'edited')),
  result jsonb not null,
  written_at timestamptz not null,
  primary key (user_id, file_id, note_id, version_id),
  foreign key (user_id, file_id, note_id) references note on delete cascade
);

-- The open tasks in the present texts of notes, for lists over all recordings. The texts are the status of record.
create table todo (
  user_id text not null,
  file_id text not null,
  note_id text not null,
  point_id text not null,
  position integer not null,
  text text not null,
  owner text,
  due text,
  start_ms integer,
  primary key (user_id, file_id, note_id, point_id),
  foreign key (user_id, file_id, note_id) references note on delete cascade
);

insert into note (user_id, file_id, note_id, note_type, tab_name, status, version_id, origin, result, written_at, made_at)
select user_id, file_id, summary_id, 'auto_sum_note', '', 1, summary_id, 'generated', result, made_at, made_at from summary;
-- Their size is counted already. From here on it is counted for notes and their versions.
drop table summary;
drop function summary_counted;

create function note_counted() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update file set text_bytes = text_bytes - coalesce(json_bytes(old.result), 0)
      where user_id = old.user_id and file_id = old.file_id;
  end if;
  if tg_op <> 'DELETE' then
    update file set text_bytes = text_bytes + coalesce(json_bytes(new.result), 0)
      where user_id = new.user_id and file_id = new.file_id;
  end if;
  return null;
end $$;
create trigger note_counted after insert or delete or update of result on note for each row execute function note_counted();
create trigger note_version_counted after insert or delete or update of result on note_version
  for each row execute function note_counted();
