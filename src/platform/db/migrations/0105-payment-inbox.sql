-- What providers of payments have reported. The objects are read again by a job; a notification stays until that was done.
create table payment_notification (
  event_id text primary key,
  type text not null,
  objects jsonb not null,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index payment_notification_unhandled on payment_notification (received_at) where handled_at is null;
