-- The models with which vectors were made, with the similarity from which texts are about the same. It differs between models, so
-- it is measured with a few texts before the first vector is stored.
create table search_vector_model (
  model text primary key,
  dimensions integer not null check (dimensions > 0),
  min_similarity real not null
);

-- The vectors of the passages of a recording, when a model for the search by meaning is set up. `passages` are [kind, ref, n, hash of
-- the text], `vectors` a byte for each dimension of each passage in that order, and `signs` a bit for each: whether it is above zero.
-- A search reads the signs of all recordings, and the vectors of the nearest passages. Both are stored beside the row, uncompressed.
create table search_vector (
  user_id text not null,
  file_id text not null,
  model text not null,
  dimensions integer not null,
  is_outdated boolean not null default false,
  passages jsonb not null,
  vectors bytea storage external not null,
  signs bytea storage external not null,
  primary key (file_id, user_id),
  foreign key (file_id, user_id) references search_recording on delete cascade
);
create index search_vector_user on search_vector (user_id);
