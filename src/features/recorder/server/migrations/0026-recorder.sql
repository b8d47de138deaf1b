-- A recording on its way in while it is spoken: begun by a browser, open until it is made a file of or thrown away.
create table recording (
  user_id text not null references account on delete cascade,
  -- Chosen by the browser; of one account only.
  recording_id text not null unique,
  filename text not null,
  start_time timestamptz not null,
  timezone real not null,
  filetag_ids text[] not null default '{}',
  state text not null check (state in ('open', 'filed', 'discarded')),
  begun_at timestamptz not null,
  -- When the last piece came.
  heard_at timestamptz not null,
  -- Of all pieces together, as far as their sender told.
  bytes bigint not null default 0,
  duration_ms bigint not null default 0,
  -- The sound of the file it became, and of how many pieces.
  blob_key text,
  made_of integer,
  -- Where pieces were put together, should that have been in vain.
  tried text[] not null default '{}',
  primary key (user_id, recording_id)
);
create index recording_by_heard on recording (heard_at) where state = 'open';

-- A piece that lies on the disk for good: the row is written after its bytes are flushed.
create table recording_piece (
  user_id text not null,
  recording_id text not null,
  number integer not null,
  md5 text not null,
  bytes integer not null,
  duration_ms integer not null,
  primary key (user_id, recording_id, number),
  foreign key (user_id, recording_id) references recording on delete cascade
);
