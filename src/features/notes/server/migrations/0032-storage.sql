-- A summary counts as text of its recording. It goes with the recording only, so nothing is counted when it is deleted.
create function summary_counted() returns trigger language plpgsql as $$
begin
  update file set text_bytes = text_bytes + json_bytes(new.result) - case when tg_op = 'UPDATE' then json_bytes(old.result) else 0 end
    where user_id = new.user_id and file_id = new.file_id;
  return null;
end $$;
create trigger summary_counted after insert or update of result on summary for each row execute function summary_counted();

-- What was there before, once, and counted for the account by the trigger of the recording.
update file set text_bytes = text_bytes + json_bytes(result)
  from summary where summary.user_id = file.user_id and summary.file_id = file.file_id;
