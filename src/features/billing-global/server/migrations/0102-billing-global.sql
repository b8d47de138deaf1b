-- The prices of the provider, as they were last read. Prices that are no longer offered stay: subscriptions still name them.
create table billing_price (
  price_id text primary key,
  provider text not null,
  -- The plan or the pack.
  key text not null,
  interval text not null check (interval in ('month', 'year', 'once')),
  -- Smallest units by currency.
  amounts jsonb not null,
  is_active boolean not null,
  read_at timestamptz not null
);

create table billing_customer (
  customer_id text primary key,
  -- Null after the account is deleted: what the customer still pays is ended then.
  user_id text unique references account on delete set null,
  made_at timestamptz not null
);

-- What a user wanted to buy on a page of the provider.
create table billing_checkout (
  intent_id text primary key,
  user_id text references account on delete set null,
  purpose text not null check (purpose in ('subscription', 'pack')),
  price_id text not null,
  currency text not null,
  is_trial boolean not null,
  status text not null check (status in ('open', 'complete', 'expired')),
  -- Null until the provider has answered.
  checkout_id text unique,
  url text,
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  subscription_id text,
  made_at timestamptz not null
);
-- A double click and a second tab get the page that is open.
create unique index billing_checkout_open on billing_checkout (user_id, purpose) where status = 'open';
create index billing_checkout_status on billing_checkout (status, made_at);

-- A copy that was requested later replaces an earlier one, whatever the order in which they arrive.
create sequence billing_read_order;

create table billing_subscription (
  subscription_id text primary key,
  user_id text references account on delete set null,
  customer_id text not null,
  status text not null,
  price_id text not null,
  currency text not null,
  trial_start timestamptz,
  trial_end timestamptz,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  ended_at timestamptz,
  has_pending_change boolean not null,
  scheduled_price_id text,
  scheduled_at timestamptz,
  -- A second one beside a running one. It was ended and paid back.
  is_duplicate boolean not null,
  -- The card of its trial was used for another one. It was ended.
  is_trial_refused boolean not null,
  -- The card of its trial was compared with those of other trials.
  is_card_checked boolean not null,
  read_order bigint not null,
  made_at timestamptz not null
);
create unique index billing_subscription_live on billing_subscription (user_id)
  where not is_duplicate and status in ('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused');

create table billing_invoice (
  invoice_id text primary key,
  user_id text references account on delete set null,
  subscription_id text,
  status text not null,
  currency text not null,
  amount_due integer not null,
  amount_paid integer not null,
  hosted_url text,
  payment_id text,
  lines jsonb not null,
  refunded integer not null default 0,
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  read_order bigint not null,
  -- Of what is known of its payment, which is read apart from the invoice; 0 before.
  payment_order bigint not null default 0,
  made_at timestamptz not null
);
create index billing_invoice_user on billing_invoice (user_id, made_at);
create index billing_invoice_subscription on billing_invoice (subscription_id);
create index billing_invoice_payment on billing_invoice (payment_id);

-- Packs of minutes that were paid.
create table billing_pack (
  checkout_id text primary key,
  user_id text references account on delete set null,
  key text not null,
  amount integer not null,
  currency text not null,
  payment_id text,
  refunded integer not null default 0,
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  -- Seconds that had been used when it was paid back.
  used_at_refund integer,
  read_order bigint not null default 0,
  made_at timestamptz not null
);
create index billing_pack_user on billing_pack (user_id, made_at);
create index billing_pack_payment on billing_pack (payment_id);

-- The amount of an upgrade that a user was shown.
create table billing_quote (
  quote_id text primary key,
  user_id text not null references account on delete cascade,
  subscription_id text not null,
  -- The quote is void when the plan is another one by then.
  from_price_id text not null,
  price_id text not null,
  currency text not null,
  amount_due integer not null,
  -- From when the old plan is credited.
  changes_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  invoice_id text
);
create index billing_quote_user on billing_quote (user_id, subscription_id, changes_at);

-- Notifications of the provider. They say only what to read again.
create table billing_notification (
  event_id text primary key,
  type text not null,
  objects jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index billing_notification_open on billing_notification (received_at) where handled_at is null;
