-- What an account holds on the server, in bytes: sound (of recordings that still have it, of uploads and spoken recordings that
-- are no recordings yet) and text (what was made of recordings and what programs keep beside them). Kept by triggers, in the step
-- that writes. It is always the last row a step locks.
create table storage_use (
  user_id text primary key references account on delete cascade,
  sound_bytes bigint not null default 0,
  text_bytes bigint not null default 0
);

-- All text of a recording: its results as they are stored, its summary, its extra_data. A row that goes takes its number with it.
alter table file add column text_bytes bigint not null default 0;

create function json_bytes(document jsonb) returns bigint language sql immutable as $$ 
  select case when document = '{}' then 0 else octet_length(document::text)::bigint end
$$;

-- The first thing an account holds makes its row; afterwards it is there until the account goes.
create function add_storage(owner text, sound numeric, texts numeric) returns void language plpgsql as $$
begin
  if sound = 0 and texts = 0 then return; end if;
  update storage_use set sound_bytes = sound_bytes + sound, text_bytes = text_bytes + texts where user_id = owner;
  if not found and (sound > 0 or texts > 0) then
    insert into storage_use as s (user_id, sound_bytes, text_bytes) values (owner, sound, texts)
      on conflict (user_id) do update set sound_bytes = s.sound_bytes + excluded.sound_bytes, text_bytes = s.text_bytes + excluded.text_bytes;
  end if;
end $$;

create function file_extra_data_counted() returns trigger language plpgsql as $$
begin
  new.text_bytes := new.text_bytes + json_bytes(new.extra_data)
    - case when tg_op = 'UPDATE' then json_bytes(old.extra_data) else 0 end;
  return new;
end $$;
create trigger file_extra_data_counted before insert or update of extra_data on file
  for each row execute function file_extra_data_counted();

create function file_sound_bytes(bytes bigint, sound_deleted_at timestamptz) returns bigint language sql immutable as $$
  select case when sound_deleted_at is null then bytes else 0 end
$$;

create function storage_files_came() returns trigger language plpgsql as $$
begin
  perform add_storage(user_id, sum(file_sound_bytes(bytes, sound_deleted_at)), sum(text_bytes))
    from now_is group by user_id order by user_id;
  return null;
end $$;
create function storage_files_changed() returns trigger language plpgsql as $$
begin
  perform add_storage(user_id, sum(sound), sum(texts)) from (
    select user_id, file_sound_bytes(bytes, sound_deleted_at) as sound, text_bytes as texts from now_is
    union all
    select user_id, -file_sound_bytes(bytes, sound_deleted_at), -text_bytes from before_was
  ) moved group by user_id order by user_id;
  return null;
end $$;
create function storage_files_went() returns trigger language plpgsql as $$
begin
  perform add_storage(user_id, -sum(file_sound_bytes(bytes, sound_deleted_at)), -sum(text_bytes))
    from before_was group by user_id order by user_id;
  return null;
end $$;
-- @NOTE Triggers run by name: these come after those of the library, whose row is locked before this one.
create trigger storage_files_came after insert on file referencing new table as now_is
  for each statement execute function storage_files_came();
create trigger storage_files_changed after update on file referencing old table as before_was new table as now_is
  for each statement execute function storage_files_changed();
create trigger storage_files_went after delete on file referencing old table as before_was
  for each statement execute function storage_files_went();

-- Results go with their recording only, so nothing is counted when they are deleted. Peaks are no text.
create function file_results_came() returns trigger language plpgsql as $$
begin
  update file set text_bytes = file.text_bytes + came.bytes
    from (select user_id, file_id, sum(octet_length(body)) as bytes from now_is where kind <> 'peaks' group by user_id, file_id) came
    where file.user_id = came.user_id and file.file_id = came.file_id;
  return null;
end $$;
create function file_results_changed() returns trigger language plpgsql as $$
begin
  update file set text_bytes = file.text_bytes + moved.bytes
    from (
      select user_id, file_id, sum(octet_length(now_is.body) - octet_length(before_was.body)) as bytes
      from now_is join before_was using (user_id, file_id, kind) where kind <> 'peaks' group by user_id, file_id
    ) moved
    where file.user_id = moved.user_id and file.file_id = moved.file_id and moved.bytes <> 0;
  return null;
end $$;
create trigger file_results_came after insert on file_result referencing new table as now_is
  for each statement execute function file_results_came();
create trigger file_results_changed after update on file_result referencing old table as before_was new table as now_is
  for each statement execute function file_results_changed();

-- What was there before, once. The library takes no notice: nothing anybody sees of a recording has changed.
alter table file disable trigger user;
update file set text_bytes = json_bytes(extra_data) + coalesce(
  (select sum(octet_length(body)) from file_result r where r.user_id = file.user_id and r.file_id = file.file_id and kind <> 'peaks'), 0);
alter table file enable trigger user;
insert into storage_use (user_id, sound_bytes, text_bytes)
  select user_id, sum(file_sound_bytes(bytes, sound_deleted_at)), sum(text_bytes) from file group by user_id;
