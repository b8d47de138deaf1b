insert into payment_notification (event_id, type, objects, received_at, handled_at)
  select event_id, '', objects, received_at, handled_at from billing_qr_notification
  on conflict do nothing;
drop table billing_qr_notification;
