-- Columns get the names the code uses.
alter table recording rename column heard_at to last_piece_at;
alter table recording rename column made_of to piece_count;
alter index recording_by_heard rename to recording_by_last_piece;
