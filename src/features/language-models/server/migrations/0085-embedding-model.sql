-- The model that the operator chose for the search by meaning. At most one row; without one words alone are searched, unless the
-- environment names a model.
create table embedding_model (
  is_only boolean primary key default true check (is_only),
  address text not null,
  -- Encrypted for this address, so that a changed address does not get the key.
  encrypted_key bytea,
  model text not null,
  chosen_at timestamptz not null
);
