-- The contract and the environment name the kinds, so that a new one needs no migration.
alter table language_model drop constraint language_model_kind_check;
alter table language_model_shape drop constraint language_model_shape_kind_check;
