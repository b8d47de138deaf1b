-- What a download link of an export stands for, for some minutes. The link carries the id and a signature.
create table export_request (
  export_id text primary key,
  user_id text not null references account on delete cascade,
  request jsonb not null,
  expires_at timestamptz not null
);
create index export_request_expires on export_request (expires_at);
