-- Orders and agreements of the built-in sandbox that are paid by scanning a QR code.
create table sandbox_qr_agreement (
  agreement_no text primary key,
  customer_id text not null references sandbox_customer on delete cascade,
  platform text not null check (platform in ('wechatpay', 'alipay')),
  title text not null,
  -- The most that is charged at once, in fen.
  amount integer not null check (amount > 0),
  months integer not null check (months in (1, 12)),
  state text not null default 'pending' check (state in ('pending', 'signed', 'ended')),
  -- Charges are refused: a switch of the test controls.
  declines boolean not null default false,
  announced_at timestamptz,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index sandbox_qr_agreement_by_customer on sandbox_qr_agreement (customer_id);

create table sandbox_qr_order (
  order_no text primary key,
  customer_id text not null references sandbox_customer on delete cascade,
  platform text not null check (platform in ('wechatpay', 'alipay')),
  -- Null for an order with a QR code.
  agreement_no text references sandbox_qr_agreement on delete cascade,
  title text not null,
  amount integer not null check (amount > 0),
  refunded integer not null default 0 check (refunded in (0, amount)),
  state text not null default 'pending' check (state in ('pending', 'paid', 'closed', 'failed')),
  expires_at timestamptz,
  created_at timestamptz not null,
  check (refunded = 0 or state = 'paid')
);
create index sandbox_qr_order_by_customer on sandbox_qr_order (customer_id);
