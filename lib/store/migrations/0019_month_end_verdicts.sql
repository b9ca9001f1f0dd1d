-- What the books of an issuer said of the end of a month when it was first asked. Never changed afterwards: a later
-- reading is shown beside it. Figures: what was compared, so that a later reading can name what differs.
create table month_end_verdict (
  issuer bigint not null,
  month_end date not null,
  kind text not null check (kind in ('in proof', 'out of proof', 'not provable')),
  label text not null,
  sentence text not null,
  -- Of the books, where the registry gives one.
  version bigint,
  -- SHA-256 of the figures.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  figures jsonb not null,
  read_at timestamptz not null,
  primary key (issuer, month_end)
);
