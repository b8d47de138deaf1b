-- When each channel of a call was heard, of recordings that are the mix of both.
alter table file_result drop constraint file_result_kind_check;
alter table file_result add constraint file_result_kind_check
  check (kind in ('trans_result', 'ai_content', 'outline_result', 'peaks', 'channel_spans'));
