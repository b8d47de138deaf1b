-- The first line of the summary, which the list shows. Recordings from before have none until their summary changes: summaries are
-- compressed and cannot be read here.
alter table file add column summary_line text not null default '';
-- This also sends every recording to the open pages, which need the new field.
update file set summary_line = '';
