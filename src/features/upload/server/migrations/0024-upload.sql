alter table upload
  -- The title, and the MD5 of the sound as it was chosen, as far as they were said when it began.
  add column filename text,
  add column source_md5 text,
  -- False: it comes as one form, of which nothing can be sent again alone.
  add column in_parts boolean not null default true,
  -- Begun, taken up again or put together: from here runs the time after which it is given up.
  add column touched_at timestamptz;
update upload set touched_at = created_at;
alter table upload alter column touched_at set not null;
create index upload_unfinished on upload (user_id, created_at) where state <> 'confirmed';
create index upload_by_touched on upload (touched_at);

-- Of the sound as it was chosen, before it was made small; null where nobody said. What goes up as it is has the MD5 it is stored with.
alter table file add column source_md5 text;
create index file_by_md5 on file (user_id, md5);
create index file_by_source_md5 on file (user_id, source_md5) where source_md5 is not null;
