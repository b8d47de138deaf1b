-- When a piece arrived, so that the decoding of live words knows how far it is behind.
alter table recording_piece add column received_at timestamptz not null default now();

-- The words of a recording that is being made, shown while it is made. Deleted when the recording becomes a file or is discarded.
create table live_words (
  user_id text not null,
  recording_id text not null,
  -- Whether the last piece was sent with live words on.
  is_on boolean not null,
  status text not null check (status in ('waiting', 'running', 'paused', 'taken', 'unavailable')),
  -- Pieces received with live words on. A job that has seen all of them ends.
  piece_count integer not null,
  -- When the job was queued; null when there is none.
  queued_at timestamptz,
  -- The worker that decoded last, and when: a worker decodes one recording at a time.
  worker_id text,
  decoded_at timestamptz,
  -- How far the sound is decoded, and the words that may still change.
  progress jsonb not null,
  -- Changes with each step, so that of two concurrent steps one is ignored.
  version integer not null default 0,
  primary key (user_id, recording_id),
  foreign key (user_id, recording_id) references recording on delete cascade
);

-- A paragraph of confirmed words. Only the last one of a recording grows.
create table live_line (
  user_id text not null,
  recording_id text not null,
  number integer not null,
  start_ms integer not null,
  end_ms integer not null,
  text text not null,
  primary key (user_id, recording_id, number),
  foreign key (user_id, recording_id) references live_words on delete cascade
);
