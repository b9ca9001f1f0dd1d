-- Scenarios: named steps on the register of an issuer, seen by everybody who may see its cap table. Nothing of them is in
-- the register.
create table scenario (
  -- Made by the browser, so that a save whose answer was lost can be repeated.
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  issuer bigint not null,
  name text not null check (length(name) between 1 and 120),
  -- The day of the register that the scenario was saved on; null: always the current one.
  as_of date,
  steps jsonb not null,
  -- Grows with every save, so that two people who change one scenario notice each other.
  version integer not null,
  made_by uuid not null references person,
  made_at timestamptz not null default now(),
  changed_by uuid not null references person,
  changed_at timestamptz not null default now()
);
create index on scenario (issuer, changed_at desc);
