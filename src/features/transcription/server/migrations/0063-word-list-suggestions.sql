alter table word_list_term rename column heard to sounds_like;
-- When it was learnt from a correction last.
alter table word_list_term add column corrected_at timestamptz;
update word_list_term set corrected_at = created_at where corrections > 0;

-- Corrections of recordings in a folder, or in none, that are not on the word list. Ignored ones are not suggested again.
create table word_list_suggestion (
  user_id text not null references account on delete cascade,
  suggestion_id text not null,
  folder_id text,
  term text not null,
  sounds_like text not null,
  corrections integer not null,
  corrected_at timestamptz not null,
  is_ignored boolean not null,
  primary key (user_id, suggestion_id),
  foreign key (user_id, folder_id) references folder on delete cascade
);
create unique index word_list_suggestion_once
  on word_list_suggestion (user_id, coalesce(folder_id, ''), term, lower(sounds_like));

-- Users without a row learn.
create table word_list_setting (
  user_id text primary key references account on delete cascade,
  is_learning boolean not null
);
