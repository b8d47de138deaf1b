-- A removed note is hidden at once and deleted an hour later, so that it can be restored until then.
alter table note add column removed_at timestamptz;
create index note_removed on note (removed_at) where removed_at is not null;
