create table api_client (
  id text primary key,
  secret_hash text not null,
  can_write boolean not null,
  all_issuers boolean not null,
  is_demo boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null
);
create table api_client_issuer (
  client_id text not null references api_client (id),
  customer_issuer_id bigint not null,
  primary key (client_id, customer_issuer_id)
);
create table api_token (
  token_hash text primary key,
  client_id text not null references api_client (id),
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index api_token_expiry on api_token (expires_at);
-- Scope is client and endpoint, never the issuer: the key must be unique before the issuer is known (decisions, ruling 6).
create table idempotency_key (
  client_id text not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  result text not null,
  created_at timestamptz not null,
  primary key (client_id, endpoint, key)
);
create table report_request (
  file_code text primary key,
  client_id text not null,
  endpoint text not null,
  issuer_id bigint,
  input text not null,
  file_name text not null,
  content_type text not null,
  access_hash text not null,
  state text not null check (state in ('Rendering', 'Ready', 'Failed')),
  size_bytes bigint,
  sha256 text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index report_request_expiry on report_request (expires_at);
create table demo_state (
  id int primary key,
  generator text not null,
  last_day date not null,
  loaded_at timestamptz not null
);
