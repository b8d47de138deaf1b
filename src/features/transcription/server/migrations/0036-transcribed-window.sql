-- The table gets the name the code uses.
alter table heard_window rename to transcribed_window;
