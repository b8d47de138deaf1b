-- The ledger of transcription time. Each account has one row to lock while its minutes change.
create table entitlement_account (
  user_id text primary key references account on delete cascade,
  made_at timestamptz not null
);

-- An account can have several memberships: the one of the server, and others with an end. The highest valid one counts.
alter table membership drop constraint membership_pkey;
alter table membership
  add column membership_id text,
  add column source text not null default 'manual' check (source in ('server', 'manual', 'code', 'trial', 'payment')),
  add column source_ref text,
  -- What renews it: a phone store or a payment. Null: it ends by itself.
  add column renewal text check (renewal in ('ios', 'android', 'web', 'stripe')),
  add column made_at timestamptz;
update membership set membership_id = gen_random_uuid()::text, source_ref = user_id, made_at = start_time;
-- Accounts of the last release were starters, or had no tier: that is what the server gave them.
insert into membership (user_id, tier, flag, start_time, expire_time, membership_id, source, source_ref, made_at)
select account.user_id, coalesce(none.tier, 'starter'), null, account.created_at, null,
  gen_random_uuid()::text, 'server', account.user_id, account.created_at
from account
left join membership none on none.user_id = account.user_id and none.tier in ('free', 'none') and none.expire_time is null;
delete from membership where source = 'manual' and tier in ('free', 'none') and expire_time is null;
alter table membership alter column source drop default;
alter table membership alter column source_ref set not null;
alter table membership alter column made_at set not null;
alter table membership add primary key (membership_id);
alter table membership add unique (source, source_ref);
create index membership_user on membership (user_id);

create table minute_grant (
  grant_id text primary key,
  user_id text not null references account on delete cascade,
  kind text not null check (kind in ('starter', 'plan', 'trial', 'pack', 'goodwill')),
  -- What it was granted for. The same cause is granted once.
  source text not null,
  source_ref text not null,
  -- The membership whose minutes of a month these are. Null for packs and goodwill, which any membership can use.
  membership_id text references membership on delete cascade,
  is_unlimited boolean not null,
  seconds_total integer not null check (seconds_total >= 0),
  seconds_left integer not null check (seconds_left >= 0),
  seconds_held integer not null check (seconds_held >= 0),
  seconds_used integer not null check (seconds_used >= 0),
  seconds_void integer not null check (seconds_void >= 0),
  valid_from timestamptz not null,
  valid_until timestamptz check (valid_until > valid_from),
  -- When it was taken back; what is given back to it later is void as well.
  voided_at timestamptz,
  made_at timestamptz not null,
  unique (source, source_ref),
  check (
    case when is_unlimited then seconds_total = 0 and seconds_left = 0 and seconds_void = 0
    else seconds_total = seconds_left + seconds_held + seconds_used + seconds_void end
  )
);
create index minute_grant_user on minute_grant (user_id, valid_until);

-- The seconds that a task holds from its start until its transcript is saved.
create table minute_reservation (
  task_id text primary key,
  user_id text not null references account on delete cascade,
  -- No foreign keys: the reservation is closed when the recording or its task is gone.
  file_id text,
  need integer not null check (need > 0),
  status text not null check (status in ('held', 'settled', 'released')),
  made_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'held') = (closed_at is null))
);
create index minute_reservation_held on minute_reservation (user_id, file_id) where status = 'held';
create table minute_reservation_part (
  task_id text not null references minute_reservation on delete cascade,
  grant_id text not null references minute_grant on delete cascade,
  seconds integer not null check (seconds > 0),
  primary key (task_id, grant_id)
);

-- What happened, in order. Rows are only added; the name and the id of a deleted recording are the exception.
alter table minute_entry drop constraint minute_entry_kind_check;
alter table minute_entry add constraint minute_entry_kind_check
  check (kind in ('grant', 'hold', 'use', 'release', 'void', 'refund'));
alter table minute_entry alter column period_start drop not null;

insert into entitlement_account (user_id, made_at) select user_id, created_at from account;

-- The entries of the last release become grants: the minutes of each month with what was used of them, and what was granted in
-- addition. Use beyond the quota was not refused then; it stays in the entries only.
create temporary table old_month on commit drop as
select entry.user_id, entry.period_start, plan.membership_id, plan.tier, plan.start_time,
  case plan.tier when 'starter' then 18000 when 'pro' then 72000 when 'unlimited' then null when 'backer' then null else 0 end
    as quota,
  greatest(0, sum(case entry.kind when 'use' then entry.seconds when 'refund' then -entry.seconds else 0 end)) as used,
  sum(case entry.kind when 'grant' then entry.seconds else 0 end) as granted,
  -- Months are counted from the start of the membership, so that a start on the 31st comes back after a short month.
  (plan.start_time at time zone 'utc' + make_interval(months => 1 + (
    (extract(year from entry.period_start at time zone 'utc') - extract(year from plan.start_time at time zone 'utc')) * 12
    + extract(month from entry.period_start at time zone 'utc') - extract(month from plan.start_time at time zone 'utc')
  )::int)) at time zone 'utc' as period_end
from minute_entry entry
join lateral (
  select * from membership
  where membership.user_id = entry.user_id and membership.start_time <= entry.period_start
    and (membership.expire_time is null or membership.expire_time > entry.period_start)
  order by array_position(array['none', 'free', 'starter', 'pro', 'unlimited', 'backer'], tier) desc
  limit 1
) plan on true
group by entry.user_id, entry.period_start, plan.membership_id, plan.tier, plan.start_time;

insert into minute_grant (grant_id, user_id, kind, source, source_ref, membership_id, is_unlimited, seconds_total, seconds_left,
  seconds_held, seconds_used, seconds_void, valid_from, valid_until, made_at)
select gen_random_uuid()::text, user_id, case tier when 'starter' then 'starter' else 'plan' end, 'membership',
  membership_id || ':' || floor(extract(epoch from period_start) * 1000)::bigint, membership_id, false, quota,
  quota - least(quota, used), 0, least(quota, used), 0, period_start, period_end, period_start
from old_month where quota > 0;
insert into minute_grant (grant_id, user_id, kind, source, source_ref, membership_id, is_unlimited, seconds_total, seconds_left,
  seconds_held, seconds_used, seconds_void, valid_from, valid_until, made_at)
select gen_random_uuid()::text, user_id, 'goodwill', 'entries', user_id || ':' || floor(extract(epoch from period_start) * 1000)::bigint,
  null, false, granted, granted - least(granted, greatest(0, used - quota)), 0, least(granted, greatest(0, used - quota)), 0,
  period_start, period_end, period_start
from old_month where granted > 0 and quota is not null;
