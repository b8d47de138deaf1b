-- The operator manages the server. It is the first account, and no other becomes it.
alter table account add column is_operator boolean not null default false;
update account set is_operator = true
where user_id = (select user_id from account order by created_at, user_id limit 1);
