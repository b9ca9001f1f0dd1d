-- The roles are listed once, in lib/access/roles.ts. A name that the program does not know gives no access.
alter table person drop constraint person_role_check;
alter table person add constraint person_role_named check (role <> '');
