-- Records of the built-in sandbox, which stands in for a provider of payments on a demo server. They are those of another
-- company, so they do not belong to accounts: they stay when one is removed, and name nobody. Times are those of the customer's clock.
create table sandbox_customer (
  customer_id text primary key,
  -- Identifies the user, but does not say who it is.
  user_hash bytea not null unique,
  -- How far the clock of this customer is ahead of that of the server.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  card_kind text check (card_kind in ('good', 'declined', 'needs3ds', 'failsLater')),
  card_last_digits text,
  card_fingerprint text,
  -- What later invoices deduct.
  balance bigint not null default 0 check (balance >= 0),
  balance_currency text,
  sends_duplicates boolean not null default false,
  sends_late_first boolean not null default false,
  sends_nothing boolean not null default false,
  delay_seconds integer not null default 0 check (delay_seconds >= 0),
  created_at timestamptz not null,
  check ((card_kind is null) = (card_fingerprint is null)),
  check (balance = 0 or balance_currency is not null)
);

create table sandbox_subscription (
  subscription_id text primary key,
  customer_id text not null references sandbox_customer on delete cascade,
  price_id text not null,
  currency text not null,
  status text not null check (status in ('trialing', 'active', 'past_due', 'canceled')),
  started_at timestamptz not null,
  trial_start timestamptz,
  trial_end timestamptz,
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- The first day of payment. All periods are counted from it.
  anchor timestamptz not null,
  cancel_at_period_end boolean not null default false,
  ended_at timestamptz,
  scheduled_price_id text,
  -- A change that waits until its invoice is paid.
  pending_price_id text,
  pending_at timestamptz,
  pending_invoice_id text,
  pending_until timestamptz,
  -- When a declined renewal is tried the next time, and how often it was.
  retry_at timestamptz,
  retries integer not null default 0,
  check (period_end > period_start),
  check ((status = 'canceled') = (ended_at is not null))
);
create index sandbox_subscription_by_customer on sandbox_subscription (customer_id);

create table sandbox_payment (
  payment_id text primary key,
  customer_id text not null references sandbox_customer on delete cascade,
  amount bigint not null check (amount > 0),
  refunded bigint not null default 0 check (refunded between 0 and amount),
  currency text not null,
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  created_at timestamptz not null
);
create index sandbox_payment_by_customer on sandbox_payment (customer_id);

create table sandbox_invoice (
  invoice_id text primary key,
  n bigint generated always as identity,
  customer_id text not null references sandbox_customer on delete cascade,
  subscription_id text not null references sandbox_subscription on delete cascade,
  status text not null check (status in ('open', 'paid', 'uncollectible', 'void')),
  currency text not null,
  amount_due bigint not null check (amount_due >= 0),
  amount_paid bigint not null default 0,
  balance_used bigint not null default 0 check (balance_used >= 0),
  payment_id text references sandbox_payment on delete cascade,
  created_at timestamptz not null,
  check (amount_paid = case status when 'paid' then amount_due else 0 end),
  check ((payment_id is not null) = (amount_paid > 0))
);
create index sandbox_invoice_by_subscription on sandbox_invoice (subscription_id);
create index sandbox_invoice_by_customer on sandbox_invoice (customer_id);

create table sandbox_invoice_line (
  invoice_id text not null references sandbox_invoice on delete cascade,
  n integer not null,
  price_id text not null,
  amount bigint not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  primary key (invoice_id, n)
);

create table sandbox_checkout (
  checkout_id text primary key,
  customer_id text not null references sandbox_customer on delete cascade,
  intent_id text not null unique,
  price_id text not null,
  mode text not null check (mode in ('subscription', 'payment')),
  currency text not null,
  amount bigint not null check (amount >= 0),
  trial_days integer not null check (trial_days >= 0),
  success_url text not null,
  cancel_url text not null,
  expires_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  subscription_id text references sandbox_subscription on delete cascade,
  payment_id text references sandbox_payment on delete cascade,
  created_at timestamptz not null
);
create index sandbox_checkout_by_customer on sandbox_checkout (customer_id);

create table sandbox_portal (
  portal_id text primary key,
  customer_id text not null references sandbox_customer on delete cascade,
  return_url text not null,
  created_at timestamptz not null
);

create table sandbox_idempotency_key (
  key text primary key,
  request text not null,
  object_id text not null,
  created_at timestamptz not null
);

create table sandbox_event (
  event_id text primary key,
  n bigint generated always as identity,
  customer_id text not null references sandbox_customer on delete cascade,
  type text not null,
  -- [{ "kind": "invoice", "id": "in_..." }]
  objects jsonb not null,
  attempts integer not null default 0,
  -- When this server acknowledged it; on the clock of the server, as created_at.
  delivered_at timestamptz,
  created_at timestamptz not null
);
create index sandbox_event_undelivered on sandbox_event (created_at) where delivered_at is null;
