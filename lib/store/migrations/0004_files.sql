-- The same person's earlier files of the same request are looked up by what was asked for.
create index on run (person, input_digest, created_at desc);

-- What a person chose last on /get, to start the form with; replaced each time.
create table get_choice (
  person uuid primary key references person on delete cascade,
  choice jsonb not null
);

-- Several reports to be handed over as one archive. Its members are ordinary runs.
create table batch (
  id text primary key check (length(id) = 22),
  person uuid not null references person on delete cascade,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index on batch (person, created_at desc);

create table batch_item (
  batch text not null references batch on delete cascade,
  position integer not null,
  endpoint text not null,
  issuer bigint,
  input jsonb not null,
  state text not null check (state in ('waiting', 'working', 'ready', 'failed')),
  run text references run on delete set null,
  error_code text,
  primary key (batch, position)
);
