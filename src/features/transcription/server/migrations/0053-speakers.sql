-- The voices of a recording, by the name that the machine gave them: the mean of their embeddings, and the seconds it is made of.
create table recording_speaker (
  user_id text not null,
  file_id text not null,
  speaker text not null,
  embedding real[] not null,
  clear_seconds real not null,
  primary key (user_id, file_id, speaker),
  foreign key (user_id, file_id) references file on delete cascade
);
