-- Whether a task writes its transcript in English, whatever language is spoken.
alter table task add column translate boolean not null default false;
