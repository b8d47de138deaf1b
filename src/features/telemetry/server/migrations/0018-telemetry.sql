-- What happened in the page, kept for 90 days.
create table telemetry_event (
  user_id text not null references account on delete cascade,
  -- Sorts by time: the oldest of a user go first.
  event_id text not null,
  event_cat text not null,
  event_param jsonb,
  at timestamptz not null,
  primary key (user_id, event_id)
);
create index telemetry_event_at on telemetry_event (at);

-- What was put before a user: how often, first and last.
create table telemetry_exposure (
  user_id text not null references account on delete cascade,
  feature_code text not null,
  -- Empty where nobody said.
  source text not null,
  times integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, feature_code, source)
);
create index telemetry_exposure_last_at on telemetry_exposure (last_at);
