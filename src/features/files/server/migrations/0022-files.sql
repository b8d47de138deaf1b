-- Titles from before all of them were kept as `plainName` (src/kit) makes them.
with plain as (
  select file_id, btrim(
    normalize(
      regexp_replace(
        regexp_replace(filename, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
        '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u206f\ufeff]', '', 'g'
      ),
      NFC
    ),
    E' \u00a0\u3000'
  ) as title from file
)
update file set filename = case when title ~ '^[\s\u00ad\u034f\u061c\u200b-\u200f\u2060-\u2065\u3164]*$' then 'Recording' else title end
from plain where plain.file_id = file.file_id and filename is distinct from title;
