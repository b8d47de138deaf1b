alter table task rename column heard to segments_transcribed;
alter table task rename column spoiled to engine_failures;
