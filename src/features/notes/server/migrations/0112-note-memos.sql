alter table note
  -- What the speaker noted while recording (B§7 mark_title, mark_memo), {mark_title, mark_memo}; null when nothing came with the recording.
  add column memo jsonb,
  -- What the client said about the note when it asked for it (B§7), answered back.
  add column ppc_status integer not null default 0;
