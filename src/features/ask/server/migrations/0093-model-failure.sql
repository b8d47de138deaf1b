-- The language model that gave no usable answer, and why.
alter table ask_answer
  add column failed_model text,
  add column model_failure text;
