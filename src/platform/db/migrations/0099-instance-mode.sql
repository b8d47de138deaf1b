-- Whether money moves on this server. Written once; a server with another setting does not start.
create table instance (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('live', 'demo'))
);
