-- The history names the recording that minutes were used for, also after the recording is deleted. `file_id` is set as long as the
-- recording exists.
alter table minute_entry add column file_name text;
