-- A task may make the summary only, from the transcript that is there: it uses no minutes (B§4).
alter table task add column summary_only boolean not null default false;
