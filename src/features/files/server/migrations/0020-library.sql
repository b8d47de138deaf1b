-- A library's state as a number: every change to a user's recordings takes the next one, and every recording keeps the number
-- of its last change. Who waits for the row waits for its turn, so numbers are committed in their order.
create table library (
  user_id text primary key references account on delete cascade,
  -- Tells this library from one of the same user in a database restored from a copy.
  born text not null default gen_random_uuid()::text,
  rev bigint not null default 1,
  -- Up to here deletions are no longer known.
  forgotten_rev bigint not null default 0
);

create table file_change (
  user_id text not null references library on delete cascade,
  file_id text not null,
  rev bigint not null,
  is_gone boolean not null,
  primary key (user_id, file_id)
);
create index file_change_by_rev on file_change (user_id, rev, file_id);

-- How many recordings lie where (B§2): all, unorganized, trash, scene:<code>, folder:<id>.
create table library_count (
  user_id text not null references library on delete cascade,
  shelf text not null,
  files bigint not null,
  primary key (user_id, shelf)
);

create function file_shelves(trashed_at timestamptz, filetag_ids text[], scene integer) returns text[] language sql immutable as $$
  select case
    when trashed_at is not null then array['trash']
    when cardinality(filetag_ids) = 0 then array['all', 'scene:' || scene, 'unorganized']
    else array['all', 'scene:' || scene] || array(select distinct 'folder:' || id from unnest(filetag_ids) id)
  end
$$;

create function files_came() returns trigger language plpgsql as $$
begin
  insert into library as l (user_id) select distinct user_id from came order by user_id
    on conflict (user_id) do update set rev = l.rev + 1;
  insert into file_change select user_id, file_id, l.rev, false from came join library l using (user_id)
    on conflict (user_id, file_id) do update set rev = excluded.rev, is_gone = false;
  insert into library_count as c
    select user_id, shelf, count(*) from came, unnest(file_shelves(trashed_at, filetag_ids, scene)) shelf group by 1, 2
    on conflict (user_id, shelf) do update set files = c.files + excluded.files;
  return null;
end $$;

create function files_changed() returns trigger language plpgsql as $$
begin
  update library set rev = rev + 1 where user_id in (select user_id from now_is);
  insert into file_change select user_id, file_id, l.rev, false from now_is join library l using (user_id)
    on conflict (user_id, file_id) do update set rev = excluded.rev, is_gone = false;
  insert into library_count as c
    select user_id, shelf, sum(n) from (
      select user_id, unnest(file_shelves(trashed_at, filetag_ids, scene)) as shelf, 1 as n from now_is
      union all
      select user_id, unnest(file_shelves(trashed_at, filetag_ids, scene)), -1 from before_was
    ) moved group by 1, 2 having sum(n) <> 0
    on conflict (user_id, shelf) do update set files = c.files + excluded.files;
  return null;
end $$;

-- With the account its library goes as well: then nothing is left to note anything in.
create function files_went() returns trigger language plpgsql as $$
begin
  update library set rev = rev + 1 where user_id in (select user_id from gone);
  insert into file_change select user_id, file_id, l.rev, true from gone join library l using (user_id)
    on conflict (user_id, file_id) do update set rev = excluded.rev, is_gone = true;
  insert into library_count as c
    select user_id, shelf, -count(*) from gone join library l using (user_id), unnest(file_shelves(trashed_at, filetag_ids, scene)) shelf
    group by 1, 2
    on conflict (user_id, shelf) do update set files = c.files + excluded.files;
  return null;
end $$;

create trigger files_came after insert on file referencing new table as came for each statement execute function files_came();
create trigger files_changed after update on file referencing old table as before_was new table as now_is
  for each statement execute function files_changed();
create trigger files_went after delete on file referencing old table as gone for each statement execute function files_went();

-- What was there before.
insert into library (user_id) select distinct user_id from file;
insert into file_change select user_id, file_id, 1, false from file;
insert into library_count
  select user_id, shelf, count(*) from file, unnest(file_shelves(trashed_at, filetag_ids, scene)) shelf group by 1, 2;
