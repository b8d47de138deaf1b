-- What an upload was promised counts as storage of its account until it is a recording; the recording counts from then on.
create function storage_uploads_counted() returns trigger language plpgsql as $$
declare more bigint := 0;
begin
  if tg_op <> 'INSERT' and old.state <> 'confirmed' then more := more - old.bytes; end if;
  if tg_op <> 'DELETE' and new.state <> 'confirmed' then more := more + new.bytes; end if;
  perform add_storage(coalesce(new.user_id, old.user_id), more, 0);
  return null;
end $$;
create trigger storage_uploads_counted after insert or delete or update of bytes, state on upload
  for each row execute function storage_uploads_counted();

-- What was there before, once.
select add_storage(user_id, sum(bytes), 0) from upload where state <> 'confirmed' group by user_id;
