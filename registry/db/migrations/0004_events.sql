create table dividend (
  issuer_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  kind text not null check (kind in ('Cash', 'Stock', 'Special Cash')),
  declared_on date not null,
  ex_on date not null,
  record_on date not null,
  payable_on date not null,
  rate numeric,
  ratio text not null default '',
  ratio_numerator bigint,
  ratio_denominator bigint,
  fractional_type text not null,
  cash_price numeric,
  status text not null check (status in ('Declared', 'Paid')),
  outstanding bigint,
  distribution numeric,
  txn_id bigint,
  -- The moment the record-date list was frozen: entries posted later do not change it (domain, section 2).
  frozen_at timestamptz,
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
-- Frozen at the record date (domain, section 2): a back-dated posting later must not change what was paid.
create table dividend_payment (
  issuer_id bigint not null,
  dividend_id bigint not null,
  holder_id bigint not null,
  shares bigint not null,
  gross numeric not null,
  withholding_code text not null default '',
  withheld numeric not null default 0,
  net numeric not null,
  method text not null,
  reference text not null default '',
  state text not null,
  new_shares bigint not null default 0,
  fraction_numerator bigint not null default 0,
  fraction_denominator bigint not null default 1,
  certificate_id bigint,
  primary key (issuer_id, dividend_id, holder_id),
  foreign key (issuer_id, dividend_id) references dividend (issuer_id, id)
);
create table proxy (
  issuer_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  title text not null,
  kind text not null,
  record_on date not null,
  mailed_on date,
  meeting_at text not null,
  vote_close_at text not null default '',
  status text not null check (status in ('Pending', 'Open', 'Closed', 'Canceled')),
  quorum_percent numeric not null,
  frozen_at timestamptz,
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
create table proxy_proposal (
  issuer_id bigint not null,
  proxy_id bigint not null,
  number int not null,
  text text not null,
  recommendation text not null,
  standard text not null check (standard in ('Plurality', 'MajorityCast', 'MajorityOutstanding')),
  is_election boolean not null,
  primary key (issuer_id, proxy_id, number),
  foreign key (issuer_id, proxy_id) references proxy (issuer_id, id)
);
create table proxy_entitlement (
  issuer_id bigint not null,
  proxy_id bigint not null,
  holder_id bigint not null,
  shares bigint not null,
  primary key (issuer_id, proxy_id, holder_id),
  foreign key (issuer_id, proxy_id) references proxy (issuer_id, id)
);
create table proxy_ballot (
  issuer_id bigint not null,
  proxy_id bigint not null,
  holder_id bigint not null,
  shares bigint not null,
  method text not null,
  voted_on date not null,
  primary key (issuer_id, proxy_id, holder_id),
  foreign key (issuer_id, proxy_id) references proxy (issuer_id, id)
);
create table proxy_vote (
  issuer_id bigint not null,
  proxy_id bigint not null,
  holder_id bigint not null,
  proposal int not null,
  for_shares bigint not null default 0,
  against_shares bigint not null default 0,
  withheld_shares bigint not null default 0,
  abstain_shares bigint not null default 0,
  broker_non_vote_shares bigint not null default 0,
  primary key (issuer_id, proxy_id, holder_id, proposal),
  foreign key (issuer_id, proxy_id, holder_id) references proxy_ballot (issuer_id, proxy_id, holder_id)
);
