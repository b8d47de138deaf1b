-- The language model that the operator chose. At most one row; without one there is no model, unless the environment names one.
create table language_model (
  is_only boolean primary key default true check (is_only),
  kind text not null check (kind in ('openai-compatible', 'anthropic')),
  address text not null,
  -- Encrypted for this kind and address, so that a changed address does not get the key.
  encrypted_key bytea,
  model text not null,
  -- What the model read at once when it was chosen; null when its server did not say.
  context_tokens integer,
  chosen_at timestamptz not null
);

-- One row for each person and one for the whole server. Null is no limit. A day is a day of UTC.
create table language_model_limit (
  scope text primary key check (scope in ('person', 'server')),
  summaries integer check (summaries >= 0),
  questions integer check (questions >= 0),
  requests integer check (requests > 0)
);
insert into language_model_limit (scope) values ('person'), ('server');

-- What counts towards the limits of a day. The use of a deleted account still counts for the server.
create table language_model_use (
  use_id text primary key,
  used_by text references account on delete set null,
  purpose text not null check (purpose in ('summary', 'question')),
  used_at timestamptz not null
);
create index language_model_use_day on language_model_use (used_at);

-- Requests that run now. One whose process died no longer counts after it has expired.
create table language_model_request (
  request_id text primary key,
  user_id text not null references account on delete cascade,
  expires_at timestamptz not null
);
