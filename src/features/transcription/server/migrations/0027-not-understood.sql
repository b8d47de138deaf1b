-- Speech of a window that no word covers, as [{"start": ms, "end": ms}]; windows kept before this have none.
alter table heard_window add column not_understood jsonb not null default '[]';
