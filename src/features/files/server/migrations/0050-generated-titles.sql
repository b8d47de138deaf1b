-- Where the title of a recording comes from. Recordings from before count as named, so none of them is renamed. `original_title` is
-- the default title that a generated one has replaced.
alter table file
  add column title_source text not null default 'given' check (title_source in ('given', 'default', 'generated')),
  add column original_title text,
  add constraint file_original_title check ((title_source = 'generated') = (original_title is not null));
