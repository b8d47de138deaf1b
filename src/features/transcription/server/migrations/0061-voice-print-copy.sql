-- The voice prints of a user's browser, encrypted there with a passphrase that the server does not get.
create table voice_print_copy (
  user_id text primary key references account on delete cascade,
  version integer not null,
  content text not null,
  saved_at timestamptz not null
);
