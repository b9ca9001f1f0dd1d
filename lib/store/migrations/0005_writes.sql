-- One row per write to the registry, committed before it is sent (assurance F-07, F-30, F-31).
create table registry_write (
  id text primary key check (length(id) = 22),
  person uuid not null references person,
  operation text not null,
  -- The id the person's form carried; the one sent upstream is made of it and lies in the sealed body.
  own_key text not null check (length(own_key) between 1 and 255),
  -- Keyed digest of what was asked, to tell a repeat from another request under the same id.
  asked bytea not null,
  -- Body and state before, encrypted; gone as soon as the outcome is known.
  sealed bytea,
  issuer bigint,
  object text,
  expected text check (expected in ('Create', 'Update')),
  summary jsonb not null,
  request_id text not null,
  state text not null check (state in ('intent', 'sent', 'unknown', 'done', 'refused')),
  sends integer not null default 0,
  result jsonb,
  error_code text,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (person, operation, own_key),
  check ((state in ('done', 'refused')) = (ended_at is not null)),
  check (ended_at is null or sealed is null)
);
create index on registry_write (person, created_at desc);
