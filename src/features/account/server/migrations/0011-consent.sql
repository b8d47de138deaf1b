-- Who agreed to which policy, when, from where. Rows are only added.
create table consent (
  user_id text not null references account on delete cascade,
  consent_id text not null,
  country text not null,
  privacy_version text not null,
  is_marketing_agreement boolean not null,
  source text not null,
  agreed_at timestamptz not null,
  -- The order they came in: two may bear the same moment.
  entry bigint generated always as identity,
  primary key (user_id, consent_id)
);

-- Accounts removed whose sound and jobs are still to go. No reference: the account is gone already; the row goes last.
create table erasure (
  gone_id text primary key,
  asked_at timestamptz not null
);
