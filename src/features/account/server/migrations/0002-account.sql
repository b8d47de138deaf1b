create table account (
  user_id text primary key,
  email text not null,
  password_hash text,
  nickname text not null,
  created_at timestamptz not null
);
create unique index account_email on account (email);

create table session (
  user_id text not null references account on delete cascade,
  session_id text not null,
  login_type text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (user_id, session_id)
);

-- Wrong passwords per address written; the address may belong to nobody.
create table sign_in_try (
  email_hash bytea not null,
  tried_at timestamptz not null
);
create index sign_in_try_recent on sign_in_try (email_hash, tried_at);
