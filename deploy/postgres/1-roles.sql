-- Run once by a superuser, before the first start; compose.yaml does so for a new volume. Plain SQL, so that
-- psql -f works on your own server. Passwords are set by 2-passwords.sql, or by hand.

-- Tables belong to the owners, which run migrations and restores. The programs connect as *_app, which reads
-- and writes rows.
create role registry_owner login;
create role registry_app login;
create role dashboard_owner login;
create role dashboard_app login;
-- Owns the audit trail and the functions that write it. Nobody signs in as this role.
create role audit_keeper nologin;
grant audit_keeper to dashboard_owner;

create database registry owner registry_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C';
create database dashboard owner dashboard_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C';

-- Neither program connects to the other's database. The owners grant rights on tables after their migrations.
revoke all on database registry from public;
revoke all on database dashboard from public;
grant connect on database registry to registry_app;
grant connect on database dashboard to dashboard_app;
