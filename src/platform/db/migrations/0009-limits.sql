-- How often somebody did something: the moment at which all of it will have been made good (GCRA). Lost in a crash, it begins anew.
create unlogged table rate_limit (
  key_hash bytea primary key,
  free_at timestamptz not null
);
create index rate_limit_free on rate_limit (free_at);
