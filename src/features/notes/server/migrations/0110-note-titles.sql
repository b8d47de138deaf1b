-- The title that a note was given (B§7 update_note_info); empty for that of its text.
alter table note add column title text not null default '';
