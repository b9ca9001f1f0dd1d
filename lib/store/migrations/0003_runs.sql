-- One row per report asked for, written before the registry is asked (house, "How data moves").
create table run (
  id text primary key check (length(id) = 22),
  person uuid not null references person on delete cascade,
  request_id text not null,
  endpoint text not null,
  issuer bigint,
  as_of date,
  input jsonb not null,
  input_digest text not null,
  state text not null check (state in ('sent', 'receiving', 'ready', 'failed', 'expired', 'interrupted')),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  file_name text,
  content_type text,
  bytes bigint,
  sha256 text check (length(sha256) = 64),
  error_code text
);
create index on run (person, created_at desc);
create index on run (finished_at) where state = 'ready';
create index on run (state) where state in ('sent', 'receiving');
