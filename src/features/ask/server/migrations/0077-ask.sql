-- Questions and their answers. `file_id` is the recording that a thread is about; null for one about several recordings.
-- `removed_at` is set when a thread is removed; it can be restored for an hour.
create table ask_thread (
  user_id text not null references account on delete cascade,
  thread_id text not null,
  file_id text,
  title text not null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  removed_at timestamptz,
  primary key (user_id, thread_id),
  foreign key (user_id, file_id) references file on delete cascade
);
create index ask_thread_changed on ask_thread (user_id, changed_at desc);
create index ask_thread_file on ask_thread (user_id, file_id);
create index ask_thread_removed on ask_thread (removed_at) where removed_at is not null;

-- `engine` is the language model that wrote the answer; null for quotes. `sources` says what was read.
create table ask_answer (
  user_id text not null,
  thread_id text not null,
  answer_id text not null,
  question text not null,
  topic text,
  scope jsonb not null,
  language text not null,
  state text not null check (state in ('writing', 'done', 'stopped', 'failed')),
  engine text,
  no_model text,
  sources jsonb not null,
  missing text,
  left_out integer not null default 0,
  made_at timestamptz not null,
  primary key (user_id, thread_id, answer_id),
  foreign key (user_id, thread_id) references ask_thread on delete cascade
);

-- One statement of an answer. One whose recordings are all deleted goes with them: it may quote them word for word.
create table ask_sentence (
  user_id text not null,
  thread_id text not null,
  answer_id text not null,
  n integer not null,
  is_related boolean not null,
  text text not null,
  primary key (user_id, thread_id, answer_id, n),
  foreign key (user_id, thread_id, answer_id) references ask_answer on delete cascade
);

-- What a statement rests on. Times are in milliseconds from the start of the recording.
create table ask_citation (
  user_id text not null,
  thread_id text not null,
  answer_id text not null,
  n integer not null,
  position integer not null,
  file_id text not null,
  segment_id text not null,
  start_ms integer not null,
  end_ms integer not null,
  quote text not null,
  primary key (user_id, thread_id, answer_id, n, position),
  foreign key (user_id, thread_id, answer_id, n) references ask_sentence on delete cascade,
  foreign key (user_id, file_id) references file on delete cascade
);
create index ask_citation_file on ask_citation (user_id, file_id);

create function ask_citation_removed() returns trigger language plpgsql as $$
begin
  delete from ask_sentence s using (select distinct user_id, thread_id, answer_id, n from before_was) gone
    where (s.user_id, s.thread_id, s.answer_id, s.n) = (gone.user_id, gone.thread_id, gone.answer_id, gone.n)
      and not exists (
        select from ask_citation c
        where (c.user_id, c.thread_id, c.answer_id, c.n) = (s.user_id, s.thread_id, s.answer_id, s.n)
      );
  return null;
end $$;
create trigger ask_citation_removed after delete on ask_citation
  referencing old table as before_was for each statement execute function ask_citation_removed();
