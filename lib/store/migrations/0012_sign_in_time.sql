-- Null: the OpenID provider did not say when the user entered their password.
alter table session alter column authenticated_at drop not null;
