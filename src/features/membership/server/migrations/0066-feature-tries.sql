-- Uses of a feature by a user whose plan does not include it. `use_ref` names what it was used for, so that a retry counts once.
create table feature_try (
  user_id text not null references account on delete cascade,
  feature_code text not null,
  use_ref text not null,
  made_at timestamptz not null,
  primary key (user_id, feature_code, use_ref)
);
