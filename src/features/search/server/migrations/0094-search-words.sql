-- Finds words by any letters in them, for compounds. A trusted extension: the owner of a database may create it.
create extension if not exists pg_trgm;

-- In how many recordings of a user a word is, by the language of the recording: to suggest one for a misspelled word, and to find
-- other forms of a word and compounds with it, which depend on the language.
drop trigger search_words_changed on search_recording;
drop trigger search_words_removed on search_recording;
truncate search_word;
alter table search_word
  add column language text not null,
  drop constraint search_word_pkey,
  add primary key (user_id, word, language);
insert into search_word (user_id, word, language, recordings)
select user_id, word, language, count(*) from (
  select user_id, language, unnest(tsvector_to_array(words)) as word from search_recording
) listed
where length(word) between 4 and 40 and ascii(word) between 97 and 3583
group by user_id, word, language;
create index search_word_letters on search_word using gin (user_id, word gin_trgm_ops);

create or replace function search_words_changed() returns trigger language plpgsql as $$
begin
  -- One change of a user at a time, so that two cannot lock each other's words.
  perform pg_advisory_xact_lock(hashtextextended('search_word:' || user_id, 0))
    from (select distinct user_id from before_was order by user_id) owners;
  with listed as (
    select user_id, language, unnest(tsvector_to_array(words)) as word, 1 as n from now_is
    union all
    select user_id, language, unnest(tsvector_to_array(words)), -1 from before_was
  ), delta as materialized (
    select user_id, word, language, sum(n)::int as n from listed
    where length(word) between 4 and 40 and ascii(word) between 97 and 3583
    group by user_id, word, language having sum(n) <> 0
  ), more as (
    insert into search_word as w (user_id, word, language, recordings) select user_id, word, language, n from delta where n > 0
    on conflict (user_id, word, language) do update set recordings = w.recordings + excluded.recordings
  ), fewer as (
    update search_word w set recordings = recordings + d.n from delta d
    where d.n < 0 and w.user_id = d.user_id and w.word = d.word and w.language = d.language and recordings + d.n > 0
  )
  delete from search_word w using delta d
  where d.n < 0 and w.user_id = d.user_id and w.word = d.word and w.language = d.language and recordings + d.n <= 0;
  return null;
end $$;
create or replace function search_words_removed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('search_word:' || user_id, 0))
    from (select distinct user_id from before_was order by user_id) owners;
  with delta as materialized (
    select user_id, word, language, count(*)::int as n
    from (select user_id, language, unnest(tsvector_to_array(words)) as word from before_was) listed
    where length(word) between 4 and 40 and ascii(word) between 97 and 3583
    group by user_id, word, language
  ), fewer as (
    update search_word w set recordings = recordings - d.n from delta d
    where w.user_id = d.user_id and w.word = d.word and w.language = d.language and recordings > d.n
  )
  delete from search_word w using delta d
  where w.user_id = d.user_id and w.word = d.word and w.language = d.language and recordings <= d.n;
  return null;
end $$;
create trigger search_words_changed after update on search_recording
  referencing old table as before_was new table as now_is for each statement execute function search_words_changed();
create trigger search_words_removed after delete on search_recording
  referencing old table as before_was for each statement execute function search_words_removed();

-- Words are cut and compared in another way, so all recordings are indexed again.
update search_recording set is_indexed = false;
