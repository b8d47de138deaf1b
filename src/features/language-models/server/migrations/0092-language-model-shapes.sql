-- What a language model was found to accept, so that the refused requests are not sent again after a restart. It is forgotten with
-- another model, and after some time, because servers are updated.
create table language_model_shape (
  kind text not null check (kind in ('openai-compatible', 'anthropic')),
  address text not null,
  model text not null,
  shape jsonb not null,
  learned_at timestamptz not null,
  primary key (kind, address, model)
);
