-- Requests without a session that were refused, counted until their minute is over; then one entry of the audit trail
-- for each source takes their place (lib/audit/sign-in-errors.ts).
create table refused_request (
  minute timestamptz not null,
  source text not null,
  kind text not null,
  count bigint not null check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (minute, source, kind)
);
