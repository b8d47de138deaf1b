-- What every table above takes for granted. PostgreSQL 15 is the oldest server supported, and text is UTF-8: a database
-- that is neither is refused here, before anything is written into it.
do $$
begin
  if current_setting('server_version_num')::int < 150000 then
    raise exception 'Earshot needs PostgreSQL 15 or newer; this server is %', current_setting('server_version');
  end if;
  if current_setting('server_encoding') <> 'UTF8' then
    raise exception 'Earshot needs a database with encoding UTF8; this one has %', current_setting('server_encoding');
  end if;
end
$$;
