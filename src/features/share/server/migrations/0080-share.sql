-- A link to a recording that works without an account. Its token is derived from its id and generation, and only a hash of it is
-- stored. A link of another program (`is_client`) is found again by that program; there is one for a recording.
create table share_link (
  user_id text not null,
  link_id text not null,
  file_id text not null,
  token_hash bytea not null unique,
  generation integer not null default 1,
  is_client boolean not null default false,
  label text not null default '',
  shows_summary boolean not null,
  shows_transcript boolean not null,
  shows_audio boolean not null,
  note_ids text[] not null default '{}',
  clip_start_ms integer,
  clip_end_ms integer,
  hides_names boolean not null default false,
  allows_download boolean not null default false,
  password_hash text,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null,
  view_count integer not null default 0,
  last_viewed_at timestamptz,
  primary key (user_id, link_id),
  foreign key (user_id, file_id) references file on delete cascade,
  check ((clip_start_ms is null) = (clip_end_ms is null)),
  check (clip_start_ms >= 0 and clip_start_ms < clip_end_ms)
);
create index share_link_file on share_link (user_id, file_id);
create unique index share_link_client on share_link (user_id, file_id) where is_client;

-- One opening of a link: when, with which browser, and what was done. No address is stored.
create table share_view (
  user_id text not null,
  link_id text not null,
  view_id text not null,
  viewed_at timestamptz not null,
  browser text not null,
  system text not null,
  has_listened boolean not null default false,
  downloads text[] not null default '{}',
  primary key (user_id, link_id, view_id),
  foreign key (user_id, link_id) references share_link on delete cascade
);
