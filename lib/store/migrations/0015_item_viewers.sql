-- Which item of the work queue a window of a user has open, for a few seconds after it last said so.
create table item_viewer (
  person uuid not null references person on delete cascade,
  window_id text not null check (length(window_id) between 8 and 64),
  issuer bigint not null check (issuer > 0),
  item bigint not null check (item > 0),
  seen_at timestamptz not null default now(),
  primary key (person, window_id)
);
create index on item_viewer (seen_at);
