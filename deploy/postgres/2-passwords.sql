-- For psql, which reads the passwords from the environment of the container.
\getenv registry_owner REGISTRY_OWNER_PASSWORD
\getenv registry_app REGISTRY_APP_PASSWORD
\getenv dashboard_owner DASHBOARD_OWNER_PASSWORD
\getenv dashboard_app DASHBOARD_APP_PASSWORD
alter role registry_owner password :'registry_owner';
alter role registry_app password :'registry_app';
alter role dashboard_owner password :'dashboard_owner';
alter role dashboard_app password :'dashboard_app';
