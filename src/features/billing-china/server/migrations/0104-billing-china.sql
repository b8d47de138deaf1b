-- Plans that a user agreed to pay regularly with an app. The sub_id is also the number of the agreement at the channel.
create table billing_qr_agreement (
  sub_id text primary key,
  -- Null after the account is deleted: the agreement is ended then.
  user_id text references account on delete set null,
  platform text not null check (platform in ('wechatpay', 'alipay')),
  sku text not null,
  -- Of one period, in fen.
  price integer not null check (price > 0),
  state text not null
    check (state in ('creating', 'pending', 'signed', 'active', 'expired', 'create_failed', 'failed', 'ended')),
  qrcode text,
  expire_time timestamptz not null,
  -- The plan that this one replaces, and how: an upgrade at once, a downgrade when its paid time ends.
  change text not null check (change in ('new', 'upgrade', 'downgrade')),
  replaces text references billing_qr_agreement,
  -- What the first charge is, when it is due, and how much longer than a period it pays for.
  first_amount integer not null check (first_amount > 0),
  starts_at timestamptz not null,
  extra_ms bigint not null default 0,
  renews boolean not null default true,
  -- When the next charge is due; null when there is none. Charges that failed are tried again.
  charge_at timestamptz,
  tries integer not null default 0,
  announced_for timestamptz,
  clock_offset_ms bigint not null default 0,
  asked_at timestamptz,
  made_at timestamptz not null
);
create unique index billing_qr_agreement_open on billing_qr_agreement (user_id) where state in ('creating', 'pending');
create index billing_qr_agreement_of_user on billing_qr_agreement (user_id, made_at);
create index billing_qr_agreement_due on billing_qr_agreement (charge_at) where charge_at is not null;

-- Money that is paid once: a pack of minutes by a QR code, or a period of a plan that an agreement allows to charge.
create table billing_qr_order (
  order_id text primary key,
  user_id text references account on delete set null,
  platform text not null check (platform in ('wechatpay', 'alipay')),
  sku text not null,
  amount integer not null check (amount > 0),
  state text not null check (state in ('creating', 'pending', 'paid', 'expired', 'failed', 'create_failed')),
  qrcode text,
  expire_time timestamptz,
  -- The order of which this one is a refreshed QR code.
  replaces text references billing_qr_order,
  -- A charge of an agreement.
  sub_id text references billing_qr_agreement,
  period integer,
  try integer,
  period_start timestamptz,
  period_end timestamptz,
  -- The channel can take no more money for it.
  is_settled boolean not null default false,
  asked_at timestamptz,
  transaction_id text,
  refunded integer not null default 0 check (refunded between 0 and amount),
  -- Seconds of a pack that had been used when its money went back.
  used_at_refund integer,
  paid_at timestamptz,
  made_at timestamptz not null,
  check ((sub_id is null) = (period is null)),
  -- A period is charged once in each try.
  unique (sub_id, period, try)
);
create unique index billing_qr_order_open on billing_qr_order (user_id) where state in ('creating', 'pending') and sub_id is null;
create unique index billing_qr_order_period on billing_qr_order (sub_id, period) where state = 'paid';
create index billing_qr_order_of_user on billing_qr_order (user_id, made_at);
create index billing_qr_order_unsettled on billing_qr_order (made_at) where not is_settled;
create index billing_qr_order_replaces on billing_qr_order (replaces);

create table billing_qr_notification (
  event_id text primary key,
  objects jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index billing_qr_notification_unhandled on billing_qr_notification (received_at) where handled_at is null;
