-- Identifies the library, also after a restore from a backup.
alter table library rename column born to library_id;
