-- The pieces of a spoken recording count as storage of its account until it is a recording of the library or thrown away.
create function storage_recordings_counted() returns trigger language plpgsql as $$
declare more bigint := 0;
begin
  if tg_op <> 'INSERT' and old.state = 'open' then more := more - old.bytes; end if;
  if tg_op <> 'DELETE' and new.state = 'open' then more := more + new.bytes; end if;
  perform add_storage(coalesce(new.user_id, old.user_id), more, 0);
  return null;
end $$;
create trigger storage_recordings_counted after insert or delete or update of bytes, state on recording
  for each row execute function storage_recordings_counted();

-- What was there before, once.
select add_storage(user_id, sum(bytes), 0) from recording where state = 'open' group by user_id;
