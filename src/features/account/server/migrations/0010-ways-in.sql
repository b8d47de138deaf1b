alter table account
  -- A picture as a data: address, small; null when there is none.
  add column avatar text,
  -- Whoever holds the account has proved that the address is theirs, or was let in by someone who could say so.
  add column email_verified boolean not null default true;

alter table session
  add column client text not null default 'web' check (client in ('web', 'desktop')),
  -- The desktop program this session was given to.
  add column desktop_uuid text,
  -- The network signed in from, never the whole address.
  add column network text not null default 'unknown',
  -- Where the chain of this session began: new tokens of it never outlive it by more than 90 days.
  add column started_at timestamptz not null default now(),
  -- The last time the person proved who they are: a password, a code, a provider.
  add column proved_at timestamptz not null default now();
alter table session alter column client drop default, alter column network drop default, alter column started_at drop default,
  alter column proved_at drop default;
alter table account alter column email_verified drop default;

-- Who somebody is elsewhere (OpenID Connect). The key is issuer and subject, never an address.
create table identity (
  user_id text not null references account on delete cascade,
  identity_id text not null unique,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  name text,
  refresh_sealed bytea,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  -- Untied: no way in any more, remembered until it is deleted.
  unbound_at timestamptz,
  -- Being deleted: what its provider gave us is on its way back, then the row goes.
  ending_at timestamptz,
  primary key (user_id, identity_id)
);
create unique index identity_bound on identity (issuer, subject) where unbound_at is null;

-- A browser on its way to a provider and back: ten minutes, bound to that browser by a cookie.
create table oidc_journey (
  state_hash bytea primary key,
  cookie_hash bytea not null,
  provider text not null,
  nonce text not null,
  verifier text not null,
  mode text not null check (mode in ('login', 'bind')),
  -- Who wants to bind; null for a sign-in.
  user_id text references account on delete cascade,
  from_path text not null,
  -- Words that open a closed door (setup link, invitation), sealed.
  words_sealed bytea,
  expires_at timestamptz not null
);

-- What the page fetches its session with after coming back: a minute, once, by the same browser.
create table login_ticket (
  ticket_hash bytea primary key,
  cookie_hash bytea,
  purpose text not null check (purpose in ('begin-bind', 'login', 'bind')),
  user_id text not null references account on delete cascade,
  provider text not null,
  -- The identity to bind, sealed.
  claimed_sealed bytea,
  is_new boolean not null,
  expires_at timestamptz not null
);

-- A six-digit code on its way by mail. The digits are made from the id with a key of this server and are written nowhere.
create table email_code (
  request_id text primary key,
  email text not null,
  -- Whose session asks again who it is; null for a sign-in.
  user_id text references account on delete cascade,
  -- Whether a right code makes an account where there is none, and the words that open a closed door, sealed.
  may_sign_up boolean not null,
  words_sealed bytea,
  -- Of the letter.
  lang text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_code_email on email_code (email);

-- A word the page hands to the desktop program: a minute, once, for that program only.
create table desktop_code (
  code_hash bytea primary key,
  user_id text not null references account on delete cascade,
  -- Whoever asked for it; the new session is no fresher than that one, and goes when it has gone.
  session_id text not null,
  desktop_uuid text not null,
  expires_at timestamptz not null
);

create table invitation (
  user_id text not null references account on delete cascade,
  invitation_id text not null unique,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, invitation_id)
);

drop table sign_in_try;

-- For the sweeps, and for the end of an account.
create index session_expires_at on session (expires_at);
create index invitation_expires_at on invitation (expires_at);
create index oidc_journey_user on oidc_journey (user_id);
create index login_ticket_user on login_ticket (user_id);
create index email_code_user on email_code (user_id);
create index desktop_code_user on desktop_code (user_id);
