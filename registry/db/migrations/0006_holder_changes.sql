-- The API client behind a registration or a change of it; '' for entries the agent's own programs made.
alter table holder_change add column client_id text not null default '';
