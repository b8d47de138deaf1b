-- A request may leave out both: the redirect URI is then the registered one, and a program with a secret needs no PKCE.
alter table app_code alter column redirect_uri drop not null;
alter table app_code alter column code_challenge drop not null;
