-- The size of the operations of an edit as JSON: the history of a transcript has a limit, because it is read as a whole to undo an edit.
alter table transcript_edit add column bytes integer not null default 0;
update transcript_edit set bytes = octet_length(operations::text);
