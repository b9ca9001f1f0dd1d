-- Reports that are created again for each month end, or for each record date of the issuer, as the user who asked for it.
create table schedule (
  id text primary key check (length(id) = 22),
  person uuid not null references person on delete cascade,
  endpoint text not null,
  issuer bigint,
  -- The request without its day, which is that of each file.
  input jsonb not null,
  every text not null check (every in ('month-end', 'record-date')),
  created_at timestamptz not null default now(),
  -- The last day for which nothing is due any more; at first the day before it was made.
  done_through date not null,
  -- The registry's day on which it was last looked at; one process a day does so.
  checked_on date,
  retry_at timestamptz,
  last_error text,
  failures integer not null default 0,
  stopped_at timestamptz,
  -- Why it was stopped by itself; null when its user did.
  stop_reason text
);
create index on schedule (person, created_at desc);
create index on schedule (checked_on) where stopped_at is null;

-- The schedule that a run was created for.
alter table run add column schedule text references schedule on delete set null;
