-- For the rule that empties the trash: who has something there, and since when.
create index file_by_trashed on file (user_id, trashed_at) where trashed_at is not null;
-- The rule begins with this version: nothing that lay in the trash before goes at once because of it.
update file set trashed_at = now() where trashed_at is not null;
