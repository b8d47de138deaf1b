-- Whether the summary of a recording was created after its owner had last opened it, for Home. Nothing from before counts as new.
alter table file add column has_new_summary boolean not null default false;
-- This also sends every recording to the open pages, which need the new field.
update file set has_new_summary = false;
