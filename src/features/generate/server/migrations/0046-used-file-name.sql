-- Entries from before the column get the present name; recordings that are deleted already have none.
update minute_entry set file_name = file.filename
from file where file.user_id = minute_entry.user_id and file.file_id = minute_entry.file_id;
update minute_entry set file_id = null where file_name is null;
