-- Names and terms that are often recognised as something else (`heard`), for all recordings or for those of a folder.
create table word_list_term (
  user_id text not null references account on delete cascade,
  term_id text not null,
  folder_id text,
  term text not null,
  heard text[] not null,
  is_enabled boolean not null,
  corrections integer not null,
  created_at timestamptz not null,
  primary key (user_id, term_id),
  foreign key (user_id, folder_id) references folder on delete cascade
);
create unique index word_list_term_once on word_list_term (user_id, coalesce(folder_id, ''), lower(term));
