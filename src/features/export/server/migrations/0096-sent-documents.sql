-- Documents that programs send to be downloaded as files are beside their request, compressed, and count as texts of their account.
delete from export_request where request ->> 'kind' = 'document';
alter table export_request add column document bytea;
alter table export_request add column downloaded_at timestamptz;
create index export_request_documents on export_request (user_id) where document is not null;

create function sent_document_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_storage(new.user_id, 0, octet_length(new.document));
  else perform add_storage(old.user_id, 0, -octet_length(old.document));
  end if;
  return null;
end $$;
create trigger sent_document_came after insert on export_request
  for each row when (new.document is not null) execute function sent_document_counted();
create trigger sent_document_went after delete on export_request
  for each row when (old.document is not null) execute function sent_document_counted();
