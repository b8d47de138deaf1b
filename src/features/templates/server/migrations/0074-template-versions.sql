-- Own templates keep the texts they had before. The present one is in custom_template, with its number.
alter table custom_template add column version integer not null default 1 check (version > 0);

create table custom_template_version (
  user_id text not null,
  template_id text not null,
  version integer not null,
  name text not null,
  content text not null,
  category text not null,
  icon text not null,
  icon_color text not null,
  note_tab_name text not null,
  saved_at timestamptz not null,
  primary key (user_id, template_id, version),
  foreign key (user_id, template_id) references custom_template on delete cascade
);

-- What a reviewer decided about a version, and what the author was told; null while it waits and when it was replaced before.
alter table community_template_version
  add column decision text check (decision in ('published', 'rejected', 'unavailable')),
  add column comment text not null default '';

update community_template_version v
set decision = case
    when v.version = t.published_version then case t.status when 'unavailable' then 'unavailable' else 'published' end
    else 'rejected'
  end,
  comment = case when t.status in ('rejected', 'unavailable') or v.version <> coalesce(t.published_version, 0) then t.comment else '' end
from community_template t
where t.template_id = v.template_id
  and (v.version = t.published_version or (v.version = t.latest_version and t.status in ('rejected', 'published')));
