-- Names from before all of them were kept as `plainName` (src/kit) makes them. Of several that are one now, the one that was
-- spelled so, or else the oldest, keeps it; the others bear the end of their id, which nobody else has.
with plain as (
  select folder_id, user_id, created_at, name, btrim(
    normalize(
      regexp_replace(
        regexp_replace(name, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
        '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u206f\ufeff]', '', 'g'
      ),
      NFC
    ),
    E' \u00a0\u3000'
  ) as clean from folder
), seen as (
  select folder_id, user_id, created_at, name,
    case when clean ~ '^[\s\u00ad\u034f\u061c\u200b-\u200f\u2060-\u2065\u3164]*$' then 'Folder' else clean end as clean
  from plain
), counted as (
  select *, row_number() over (partition by user_id, clean order by name <> clean, created_at, folder_id) as n from seen
)
update folder set name = case when n = 1 then clean else left(clean, 240) || ' (' || right(folder.folder_id, 8) || ')' end
from counted where counted.folder_id = folder.folder_id and (n > 1 or folder.name is distinct from clean);
