-- Recordings made in the page have a source of their own; they were stored as uploads before.
update file set scene = 103
from recording
where recording.user_id = file.user_id and recording.blob_key = file.blob_key and recording.state = 'filed' and file.scene = 101;
