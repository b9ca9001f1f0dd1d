-- Items that their users are still typing. The content may have tax IDs, so it is encrypted.
create table item_draft (
  person uuid not null references person,
  id text not null check (length(id) between 8 and 64),
  -- Grows with every save, so that two windows on one draft notice each other.
  revision integer not null,
  sealed bytea not null,
  touched_at timestamptz not null default now(),
  primary key (person, id)
);
create index on item_draft (person, touched_at desc);
