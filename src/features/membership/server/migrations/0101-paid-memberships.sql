-- Whether it was really paid for. What was bought with play money counts for nothing on a live server.
alter table membership add column livemode boolean not null default true;
alter table membership alter column livemode drop default;
alter table minute_grant add column livemode boolean not null default true;
alter table minute_grant alter column livemode drop default;

-- Until when it is paid. It ends a little later while the next payment is being made. Null for what is not paid.
alter table membership add column paid_until timestamptz;

-- Free trials that were claimed, once by a person. Only keyed hashes are stored; they stay after the account is deleted.
create table claimed_trial (
  person_hash bytea primary key,
  -- The subscription of the trial; null for a trial that was given.
  source_ref text,
  claimed_at timestamptz not null
);
