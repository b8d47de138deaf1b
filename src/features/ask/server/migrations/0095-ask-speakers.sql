-- The names of the speakers when an answer was written, by the recording: a model writes them into its sentences, and they are
-- replaced when a speaker is renamed.
alter table ask_answer add column speakers jsonb not null default '{}';
