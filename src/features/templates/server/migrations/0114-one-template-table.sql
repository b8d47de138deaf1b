-- Own templates and those of the community are rows of one table, and all their texts are versions.
alter table community_template rename to template;
alter table community_template_version rename to template_version;
alter index community_template_user rename to template_user;
alter table template rename constraint community_template_pkey to template_pkey;
alter table template rename constraint community_template_user_id_fkey to template_user_id_fkey;
alter table template rename constraint community_template_latest_version_check to template_latest_version_check;
alter table template rename constraint community_template_check to template_published_check;
alter table template_version rename constraint community_template_version_pkey to template_version_pkey;
alter table template_version rename constraint community_template_version_template_id_fkey to template_version_template_id_fkey;
alter table template_version rename constraint community_template_version_decision_check to template_version_decision_check;

-- A template was submitted when its latest version was written.
drop index community_template_status;
alter table template drop column submitted_at;
create index template_status on template (status);

-- Of a private template, which only its owner sees, the author is the account, and no version is published.
alter table template
  drop constraint community_template_status_check,
  add constraint template_status_check
    check (status in ('private', 'unavailable', 'rejected', 'in_review', 'new_in_review', 'published')),
  add constraint template_private_check check (status <> 'private' or published_version is null),
  -- What it is a copy of: the kind, the id and the version; it does not change with the original.
  add column origin_kind text check (origin_kind in ('system', 'community')),
  add column origin text,
  add column origin_version integer;

insert into template
  (user_id, template_id, status, author_email, author_name, comment, latest_version, created_at, origin_kind, origin, origin_version)
select user_id, template_id, 'private', '', '', '', version, created_at, origin_kind, origin, origin_version from custom_template;

-- Only published versions are searched by search_text.
insert into template_version
  (template_id, version, title, description, content, category, icon, icon_color, note_tab_name, language, search_text, created_at)
select template_id, version, name, '', content, category, icon, icon_color, note_tab_name, language, lower(name), edited_at
from custom_template
union all
select v.template_id, v.version, v.name, '', v.content, v.category, v.icon, v.icon_color, v.note_tab_name, t.language,
  lower(v.name), v.saved_at
from custom_template_version v join custom_template t on t.template_id = v.template_id;

drop table custom_template_version, custom_template;
