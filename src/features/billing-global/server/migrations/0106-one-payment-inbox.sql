insert into payment_notification (event_id, type, objects, received_at, handled_at)
  select event_id, type, objects, received_at, handled_at from billing_notification;
drop table billing_notification;
