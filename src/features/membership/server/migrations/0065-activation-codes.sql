-- Codes that give a membership. Only a hash is stored; the code itself is shown once, when it is made.
create table activation_code (
  code_hash bytea primary key,
  tier text not null check (tier in ('pro', 'unlimited')),
  months integer not null check (months between 1 and 120),
  made_at timestamptz not null,
  redeemed_at timestamptz,
  -- Null before, and after the account is deleted: the code stays used.
  redeemed_by text references account on delete set null
);
