-- A client with the scope agent also has the agent operations.
alter table api_client add column is_agent boolean not null default false;
update api_client set is_agent = true where id = 'demo-agent' and is_demo;
