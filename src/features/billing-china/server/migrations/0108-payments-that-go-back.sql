-- A payment that is to go back: a second one for the same thing, or one of a deleted account. It counts for nothing.
alter table billing_qr_order add column pays_back boolean not null default false;
drop index billing_qr_order_period;
create unique index billing_qr_order_period on billing_qr_order (sub_id, period) where state = 'paid' and not pays_back;
create index billing_qr_order_pays_back on billing_qr_order (order_id) where pays_back and refunded < amount;
