-- When the sound was deleted by the owner's rule; what was made of it stays.
alter table file add column sound_deleted_at timestamptz;
