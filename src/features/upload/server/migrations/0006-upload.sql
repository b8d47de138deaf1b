-- An upload as this server promised it: who may merge and confirm it, and how far it has come (B§4).
create table upload (
  user_id text not null references account on delete cascade,
  upload_id text not null unique,
  object_name text not null unique,
  file_type text not null check (file_type in ('MP3', 'OPUS', 'OGG')),
  bytes bigint not null,
  state text not null check (state in ('open', 'merged', 'confirmed')),
  created_at timestamptz not null,
  primary key (user_id, upload_id)
);
