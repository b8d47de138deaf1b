create table file (
  user_id text not null references account on delete cascade,
  file_id text not null unique,
  filename text not null,
  sound_kind text not null check (sound_kind in ('mp3', 'wav', 'ogg-opus', 'asr')),
  blob_key text not null unique,
  bytes bigint not null,
  md5 text not null,
  scene integer not null,
  serial_number text not null,
  session_id bigint not null,
  start_time timestamptz not null,
  edit_time timestamptz not null,
  duration_ms integer not null,
  timezone real not null,
  trashed_at timestamptz,
  filetag_ids text[] not null default '{}',
  support_mul_summ boolean not null,
  edit_from text not null,
  extra_data jsonb not null default '{}',
  has_transcript boolean not null default false,
  has_summary boolean not null default false,
  primary key (user_id, file_id)
);
create index file_by_start on file (user_id, start_time desc, file_id);
create index file_by_edit on file (user_id, edit_time desc, file_id);

-- What was made of a recording, one compressed document (zstd of JSON, peaks as they are) a kind.
create table file_result (
  user_id text not null,
  file_id text not null,
  kind text not null check (kind in ('trans_result', 'ai_content', 'outline_result', 'peaks')),
  body bytea not null,
  saved_at timestamptz not null,
  primary key (user_id, file_id, kind),
  foreign key (user_id, file_id) references file on delete cascade
);
