-- The operator can set up several models, of which one is the default. The model that was the only one is the default.
alter table language_model
  add column model_id text,
  -- What a task names. It stays when the operator changes the server or the name.
  add column model_name text,
  -- The name that people see; null for that of the model.
  add column name text,
  add column description text not null default '',
  add column is_beta boolean not null default false,
  add column is_default boolean not null default false;
update language_model set model_id = replace(gen_random_uuid()::text, '-', ''), model_name = model, is_default = true;
-- A task that names `auto` leaves the choice to the server.
update language_model set model_name = 'auto-2' where model = 'auto';
alter table language_model drop column is_only;
alter table language_model
  add primary key (model_id),
  alter column model_name set not null,
  add unique (model_name),
  add unique (kind, address, model);
create unique index language_model_default on language_model (is_default) where is_default;
