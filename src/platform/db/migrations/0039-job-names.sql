-- Jobs get the names the code uses, waiting ones too: a queue without a handler would keep them forever. A new database has
-- no queues yet. The foreign key from jobs to queues is checked at the end of the transaction.
do $$
declare renamed record;
begin
  if to_regclass('pgboss.queue') is null then return; end if;
  for renamed in select * from (values
    ('account.sweep-ways', 'account.delete-expired'),
    ('account.taken-over.me', 'account.taken-over.profile'),
    ('files.delete-sound', 'files.delete-audio'),
    ('files.forget-deletions', 'files.prune-deletions'),
    ('generate.sound-rules', 'retention.delete-expired-audio'),
    ('generate.trash-rules', 'retention.empty-expired-trash'),
    ('integrations.forget', 'integrations.delete-expired'),
    ('recorder.finish-forgotten', 'recorder.finish-abandoned'),
    ('telemetry.forget', 'telemetry.delete-old'),
    ('upload.sweep', 'upload.delete-abandoned')
  ) as names (old_name, new_name) loop
    update pgboss.queue set name = renamed.new_name where name = renamed.old_name;
    update pgboss.job set name = renamed.new_name where name = renamed.old_name;
  end loop;
end $$;
