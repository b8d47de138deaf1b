-- The jobs that run, with what each works on and its process. A run deletes its row when it ends, so what is left of other processes
-- shows how often they have died with the same work.
create table job_run (
  run_id text primary key,
  work text not null,
  process_id text not null,
  started_at timestamptz not null default now()
);
create index job_run_by_work on job_run (work);
