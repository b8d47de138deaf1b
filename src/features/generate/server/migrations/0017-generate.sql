-- Who has had the sample recording. The row is written in the step that makes the recording and stays when that is deleted.
create table welcome (
  user_id text primary key references account on delete cascade,
  -- Null where the sample came before this table and has been deleted since.
  file_id text,
  made_at timestamptz not null
);
insert into welcome (user_id, file_id, made_at)
select account.user_id, file.file_id, now()
from account
left join file on file.user_id = account.user_id and file.blob_key = 'sound/' || account.user_id || '/welcome';

create index task_made on task (user_id, made_at desc, task_id desc);
