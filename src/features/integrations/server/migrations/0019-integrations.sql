-- A program a user has let in. One row each time they allowed it: everything the program holds hangs on it and ends with it.
create table app_connection (
  connection_id text primary key,
  user_id text not null references account on delete cascade,
  app text not null,
  scopes text[] not null,
  connected_at timestamptz not null,
  -- Null until it came for the first time.
  last_used_at timestamptz,
  -- Renewing its tokens does not move it: the user is asked again.
  expires_at timestamptz not null
);
create index app_connection_user on app_connection (user_id, app);

-- The word the browser carries to the program, to be exchanged once.
create table app_code (
  code_hash bytea primary key,
  user_id text not null references account on delete cascade,
  app text not null,
  redirect_uri text not null,
  scopes text[] not null,
  code_challenge text not null,
  expires_at timestamptz not null,
  is_spent boolean not null default false,
  -- What came of it: used a second time, it ends that too.
  connection_id text references app_connection on delete set null
);
create index app_code_user on app_code (user_id, app);
create index app_code_expires_at on app_code (expires_at);
create index app_code_connection on app_code (connection_id);

create table app_token (
  token_hash bytea primary key,
  connection_id text not null references app_connection on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  -- May be fewer than those of the connection.
  scopes text[] not null,
  expires_at timestamptz not null,
  -- Of a refresh token: when it was first exchanged for the next one.
  replaced_at timestamptz
);
create index app_token_connection on app_token (connection_id);
create index app_token_expires_at on app_token (expires_at);
