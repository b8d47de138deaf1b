alter table task
  -- What the speaker noted while recording, for the summary; null when nothing came with the recording.
  add column memo jsonb,
  -- The kinds of the sections that an automatic summary is to have; null for all of them.
  add column dimensions text[];
