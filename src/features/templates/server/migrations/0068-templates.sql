-- Templates that only their owner sees.
create table custom_template (
  user_id text not null references account on delete cascade,
  template_id text not null unique,
  name text not null,
  content text not null,
  category text not null,
  icon text not null,
  icon_color text not null,
  note_tab_name text not null,
  -- The locale it was written in.
  language text not null,
  -- What it is a copy of: the kind, the id and the version; it does not change with the original.
  origin_kind text check (origin_kind in ('system', 'community')),
  origin text,
  origin_version integer,
  created_at timestamptz not null,
  edited_at timestamptz not null,
  primary key (user_id, template_id)
);

-- Templates submitted to the community. Their texts are in the versions: the latest one, and the one that others see.
create table community_template (
  user_id text not null references account on delete cascade,
  template_id text not null primary key,
  status text not null check (status in ('unavailable', 'rejected', 'in_review', 'new_in_review', 'published')),
  author_email text not null,
  author_name text not null,
  -- What the reviewer wrote last; empty after a publication.
  comment text not null,
  latest_version integer not null check (latest_version > 0),
  published_version integer,
  created_at timestamptz not null,
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  check (status not in ('published', 'new_in_review', 'unavailable') or published_version is not null)
);
create index community_template_user on community_template (user_id, created_at);
create index community_template_status on community_template (status, submitted_at);

create table community_template_version (
  template_id text not null references community_template on delete cascade,
  version integer not null,
  title text not null,
  description text not null,
  content text not null,
  category text not null,
  icon text not null,
  icon_color text not null,
  note_tab_name text not null,
  language text not null,
  -- Title, description and author without case and accents.
  search_text text not null,
  created_at timestamptz not null,
  primary key (template_id, version)
);

-- Published versions in further languages, written by the language model once.
create table template_translation (
  template_id text not null,
  version integer not null,
  language text not null,
  state text not null check (state in ('pending', 'ready', 'failed')),
  title text not null,
  description text not null,
  note_tab_name text not null,
  content text not null,
  changed_at timestamptz not null,
  primary key (template_id, version, language),
  foreign key (template_id, version) references community_template_version on delete cascade
);

-- Who used which template on which day (UTC), once.
create table template_use (
  user_id text not null references account on delete cascade,
  kind text not null check (kind in ('system', 'community', 'custom')),
  template text not null,
  used_on date not null,
  used_at timestamptz not null,
  primary key (user_id, kind, template, used_on)
);
create index template_use_day on template_use (used_on, kind, template);

-- How often a template was used: a person counts once a day. Stays when the account of a user is deleted.
create table template_count (
  kind text not null,
  template text not null,
  uses integer not null check (uses >= 0),
  primary key (kind, template)
);

-- Accounts that may review beside the operator.
create table template_reviewer (
  user_id text primary key references account on delete cascade,
  added_at timestamptz not null
);
