-- What a reader reports about a link to the operator of the server. It goes with the link.
create table share_report (
  user_id text not null,
  link_id text not null,
  report_id text not null,
  reported_at timestamptz not null,
  reason text not null,
  details text not null,
  -- The e-mail address of the reader, empty when it was not given.
  reply_to text not null,
  primary key (user_id, link_id, report_id),
  foreign key (user_id, link_id) references share_link on delete cascade
);
