-- Columns and triggers of the library get the names the code uses; what they do stays the same.
alter table library_count rename column shelf to list_view;
alter table library rename column forgotten_rev to pruned_rev;
alter table file_change rename column is_gone to is_deleted;

-- The lists a recording belongs to: all, unorganized, trash, scene:<code>, folder:<id>.
alter function file_shelves(timestamptz, text[], integer) rename to file_list_views;

drop trigger files_came on file;
drop trigger files_changed on file;
drop trigger files_went on file;
drop function files_came();
drop function files_changed();
drop function files_went();

create function library_files_inserted() returns trigger language plpgsql as $$
begin
  insert into library as l (user_id) select distinct user_id from new_files order by user_id
    on conflict (user_id) do update set rev = l.rev + 1;
  insert into file_change select user_id, file_id, l.rev, false from new_files join library l using (user_id)
    on conflict (user_id, file_id) do update set rev = excluded.rev, is_deleted = false;
  insert into library_count as c
    select user_id, list_view, count(*)
    from new_files, unnest(file_list_views(trashed_at, filetag_ids, scene)) list_view group by 1, 2
    on conflict (user_id, list_view) do update set files = c.files + excluded.files;
  return null;
end $$;

create function library_files_updated() returns trigger language plpgsql as $$
begin
  update library set rev = rev + 1 where user_id in (select user_id from new_files);
  insert into file_change select user_id, file_id, l.rev, false from new_files join library l using (user_id)
    on conflict (user_id, file_id) do update set rev = excluded.rev, is_deleted = false;
  insert into library_count as c
    select user_id, list_view, sum(n) from (
      select user_id, unnest(file_list_views(trashed_at, filetag_ids, scene)) as list_view, 1 as n from new_files
      union all
      select user_id, unnest(file_list_views(trashed_at, filetag_ids, scene)), -1 from old_files
    ) moved group by 1, 2 having sum(n) <> 0
    on conflict (user_id, list_view) do update set files = c.files + excluded.files;
  return null;
end $$;

-- The library of a deleted account is deleted first, and the joins with it then find nothing to update.
create function library_files_deleted() returns trigger language plpgsql as $$
begin
  update library set rev = rev + 1 where user_id in (select user_id from old_files);
  insert into file_change select user_id, file_id, l.rev, true from old_files join library l using (user_id)
    on conflict (user_id, file_id) do update set rev = excluded.rev, is_deleted = true;
  insert into library_count as c
    select user_id, list_view, -count(*)
    from old_files join library l using (user_id), unnest(file_list_views(trashed_at, filetag_ids, scene)) list_view
    group by 1, 2
    on conflict (user_id, list_view) do update set files = c.files + excluded.files;
  return null;
end $$;

-- @NOTE Triggers run in the order of their names: these run before storage_files_*, so the library row is locked first.
create trigger library_files_inserted after insert on file referencing new table as new_files
  for each statement execute function library_files_inserted();
create trigger library_files_updated after update on file referencing old table as old_files new table as new_files
  for each statement execute function library_files_updated();
create trigger library_files_deleted after delete on file referencing old table as old_files
  for each statement execute function library_files_deleted();
