-- Addresses from which an API client has shown its right secret, the newest 20 of each client. Guesses of others do not
-- count against them. `mark` is an HMAC of the secret under a key that is not in the database.
create table api_client_source (
  client_id text not null references api_client (id),
  source text not null,
  mark text not null,
  used_at timestamptz not null,
  primary key (client_id, source)
);
create index api_client_source_age on api_client_source (used_at);
