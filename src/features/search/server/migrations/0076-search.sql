-- Lets one index hold the owner beside the words. A trusted extension: the owner of a database may create it.
create extension if not exists btree_gin;

-- The state of a recording in the index, and its title. `words` are all its words without positions, so that words in different
-- passages are found together, and absent words are known. A release that changes what is indexed sets `is_indexed` to false.
-- The keys of both tables begin with the recording, so that no index but that of words finds the rows of an owner: reading the
-- words of every row to compare them takes a hundred times as long, which the planner does not know.
create table search_recording (
  user_id text not null,
  file_id text not null,
  is_indexed boolean not null default false,
  language text not null default '',
  speakers text[] not null default '{}',
  title tsvector not null default '',
  words tsvector not null default '',
  primary key (file_id, user_id),
  foreign key (user_id, file_id) references file on delete cascade
);
create index search_recording_words on search_recording using gin (user_id, words);
create index search_recording_waiting on search_recording (user_id, file_id) where not is_indexed;

-- What is searched: runs of segments of about 100 words, lines of summaries, notes and highlights. `ref` is the note, and
-- `spans` are its segments or lines: [offset in the text, start in ms, end in ms, speaker, segment].
create table search_passage (
  user_id text storage plain not null,
  file_id text storage plain not null,
  kind text storage plain not null check (kind in ('transcript', 'summary', 'note', 'highlight')),
  ref text storage plain not null,
  n integer not null,
  note_name text storage main not null,
  speakers text[] storage main not null,
  body text not null,
  spans jsonb not null,
  tsv tsvector storage external not null,
  primary key (file_id, user_id, kind, ref, n),
  foreign key (file_id, user_id) references search_recording on delete cascade
) with (toast_tuple_target = 128);
-- Texts are stored beside the rows, so that counting the passages with a word reads few pages.
create index search_passage_words on search_passage using gin (user_id, tsv);

-- In how many recordings of a user a word is, to suggest one for a misspelled word. Digits, and scripts without spaces, are not
-- spelled wrong.
create table search_word (
  user_id text not null references account on delete cascade,
  word text collate "C" not null,
  recordings integer not null,
  primary key (user_id, word)
);

create function search_words_changed() returns trigger language plpgsql as $$
begin
  -- One change of a user at a time, so that two cannot lock each other's words.
  perform pg_advisory_xact_lock(hashtextextended('search_word:' || user_id, 0))
    from (select distinct user_id from before_was order by user_id) owners;
  with listed as (
    select user_id, unnest(tsvector_to_array(words)) as word, 1 as n from now_is
    union all
    select user_id, unnest(tsvector_to_array(words)), -1 from before_was
  ), delta as materialized (
    select user_id, word, sum(n)::int as n from listed
    where length(word) between 4 and 40 and ascii(word) between 97 and 3583
    group by user_id, word having sum(n) <> 0
  ), more as (
    insert into search_word as w (user_id, word, recordings) select user_id, word, n from delta where n > 0
    on conflict (user_id, word) do update set recordings = w.recordings + excluded.recordings
  ), fewer as (
    update search_word w set recordings = recordings + d.n from delta d
    where d.n < 0 and w.user_id = d.user_id and w.word = d.word and recordings + d.n > 0
  )
  delete from search_word w using delta d where d.n < 0 and w.user_id = d.user_id and w.word = d.word and recordings + d.n <= 0;
  return null;
end $$;
create function search_words_removed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('search_word:' || user_id, 0))
    from (select distinct user_id from before_was order by user_id) owners;
  with delta as materialized (
    select user_id, word, count(*)::int as n from (select user_id, unnest(tsvector_to_array(words)) as word from before_was) listed
    where length(word) between 4 and 40 and ascii(word) between 97 and 3583
    group by user_id, word
  ), fewer as (
    update search_word w set recordings = recordings - d.n from delta d
    where w.user_id = d.user_id and w.word = d.word and recordings > d.n
  )
  delete from search_word w using delta d where w.user_id = d.user_id and w.word = d.word and recordings <= d.n;
  return null;
end $$;
create trigger search_words_changed after update on search_recording
  referencing old table as before_was new table as now_is for each statement execute function search_words_changed();
create trigger search_words_removed after delete on search_recording
  referencing old table as before_was for each statement execute function search_words_removed();

-- Every recording has its row from the beginning, so that none is forgotten.
create function search_file_added() returns trigger language plpgsql as $$
begin
  insert into search_recording (user_id, file_id) select user_id, file_id from now_is;
  return null;
end $$;
create trigger search_file_added after insert on file
  referencing new table as now_is for each statement execute function search_file_added();
insert into search_recording (user_id, file_id) select user_id, file_id from file;
