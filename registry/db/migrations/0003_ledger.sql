create table txn (
  issuer_id bigint not null references issuer (id),
  id bigint not null,
  customer_id bigint,
  number bigint not null,
  kind text not null check (kind in ('N', 'T', 'C', 'R', 'F', 'V', 'D')),
  sub_kind text not null default '',
  status text not null check (status in ('Pending', 'Rejected', 'Completed', 'Canceled')),
  received_on date not null,
  processed_at timestamptz,
  effective_on date,
  completed_on date,
  presentor text not null default '',
  is_presented boolean not null default true,
  is_routine boolean not null default false,
  authority text not null default '',
  comments text not null default '',
  invoice_number bigint,
  charge_amount numeric not null default 0,
  ratio_numerator bigint,
  ratio_denominator bigint,
  fractional_type text not null default '',
  cash_price numeric,
  cash_paid numeric not null default 0,
  documents text not null default '',
  delivery text not null default '',
  transfer_from text not null default '',
  issued_to text not null default '',
  instruction text not null default '',
  represents_txn bigint,
  created_by_email text not null default '',
  created_by_first_name text not null default '',
  created_by_last_name text not null default '',
  primary key (issuer_id, id),
  unique (issuer_id, number),
  check ((status = 'Completed') = (completed_on is not null)),
  check (status <> 'Completed' or (effective_on is not null and processed_at is not null)),
  check (completed_on is null or completed_on >= received_on)
);
create index txn_received on txn (issuer_id, received_on, id);
create index txn_effective on txn (issuer_id, effective_on, id);
-- One conversion may issue several classes, each by its own factor: 1 unit is 1 share and half a warrant.
create table txn_factor (
  issuer_id bigint not null,
  txn_id bigint not null,
  class_id bigint not null,
  numerator bigint not null,
  denominator bigint not null,
  fractional_type text not null,
  cash_price numeric,
  cash_paid numeric not null default 0,
  primary key (issuer_id, txn_id, class_id),
  foreign key (issuer_id, txn_id) references txn (issuer_id, id)
);
-- What an account was paid for its fraction in a split, stock dividend or conversion.
create table cash_in_lieu (
  issuer_id bigint not null,
  txn_id bigint not null,
  class_id bigint not null,
  holder_id bigint not null,
  fraction_numerator bigint not null,
  fraction_denominator bigint not null,
  amount numeric not null,
  primary key (issuer_id, txn_id, class_id, holder_id),
  foreign key (issuer_id, txn_id) references txn (issuer_id, id)
);
create table certificate (
  issuer_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  customer_id bigint,
  prefix text not null,
  number bigint not null,
  form text not null check (form in ('BookEntry', 'Certificate')),
  holder_id bigint not null,
  is_treasury boolean not null default false,
  shares bigint not null check (shares > 0),
  restriction text not null default 'N' check (restriction in ('N', 'R', 'B', 'A', 'S', 'L', 'O')),
  legend text not null default '',
  acquired_on date not null,
  issued_on date not null,
  canceled_on date not null default '9999-12-31',
  issued_txn bigint not null,
  canceled_txn bigint,
  post_reverse_split boolean not null default false,
  printed_on date,
  destroyed_on date,
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id),
  foreign key (issuer_id, holder_id) references account (issuer_id, holder_id),
  foreign key (issuer_id, issued_txn) references txn (issuer_id, id),
  unique (issuer_id, class_id, prefix, number),
  check (issued_on <= canceled_on),
  check ((canceled_txn is null) = (canceled_on = '9999-12-31'))
);
-- Dates ride in INCLUDE and not in the key: as key columns PostgreSQL 18 mis-costs its skip scan (storage, section 5).
create index certificate_as_of on certificate (issuer_id, holder_id)
  include (class_id, issued_on, canceled_on, shares, restriction, is_treasury);
create index certificate_issued_txn on certificate (issuer_id, issued_txn);
create index certificate_canceled_txn on certificate (issuer_id, canceled_txn);
create index certificate_class on certificate (issuer_id, class_id, canceled_on);
alter table certificate set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Deltas per day, not running totals: a back-dated entry is one upsert and never races over later days.
create table class_day (
  issuer_id bigint not null,
  class_id bigint not null,
  day date not null,
  outstanding_delta bigint not null,
  treasury_delta bigint not null,
  restricted_delta bigint not null,
  certificates_delta bigint not null,
  primary key (issuer_id, class_id, day),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
create table stop (
  issuer_id bigint not null,
  id bigint not null,
  certificate_id bigint not null,
  kind text not null,
  placed_on date not null,
  released_on date,
  released_txn bigint,
  moved_from bigint,
  note text not null default '',
  primary key (issuer_id, id),
  foreign key (issuer_id, certificate_id) references certificate (issuer_id, id)
);
create index stop_certificate on stop (issuer_id, certificate_id);
create table tax_lot (
  issuer_id bigint not null,
  certificate_id bigint not null,
  number int not null,
  acquired_on date not null,
  shares bigint not null check (shares > 0),
  cost_per_share numeric,
  total_cost numeric,
  is_covered boolean not null,
  method text not null,
  primary key (issuer_id, certificate_id, number),
  foreign key (issuer_id, certificate_id) references certificate (issuer_id, id)
);
-- The control book is a book of its own, written by the verbs beside the certificates and never derived from them.
create table control_entry (
  issuer_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  effective_on date not null,
  recorded_at timestamptz not null,
  txn_id bigint,
  kind text not null,
  authorized_delta bigint not null default 0,
  issued_delta bigint not null default 0,
  credited_shares bigint not null default 0,
  debited_shares bigint not null default 0,
  treasury_delta bigint not null default 0,
  reserved_delta bigint not null default 0,
  authority text not null,
  note text not null default '',
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id),
  check (issued_delta = credited_shares - debited_shares)
);
create index control_entry_class on control_entry (issuer_id, class_id, effective_on, id);
create table record_difference (
  issuer_id bigint not null,
  id bigint not null,
  class_id bigint not null,
  opened_on date not null,
  resolved_on date,
  shares bigint not null,
  cause text not null,
  by_prior_agent boolean not null default false,
  note text not null default '',
  primary key (issuer_id, id),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
create table rejection (
  issuer_id bigint not null,
  id bigint not null,
  txn_id bigint not null,
  class_id bigint not null,
  kind text not null check (kind in ('DTC', 'Medallion', 'Other')),
  rejected_on date not null,
  reason_code text not null,
  reason text not null,
  presentor_name text not null default '',
  presentor_address text not null default '',
  participant_number text not null default '',
  guarantor_name text not null default '',
  medallion_prefix text not null default '',
  medallion_serial text not null default '',
  holder_id bigint,
  certificates text not null default '',
  shares bigint not null,
  value numeric,
  notice_to text not null default '',
  notice_on date,
  returned_how text not null default '',
  invoice_number bigint,
  represented_txn bigint,
  primary key (issuer_id, id),
  foreign key (issuer_id, txn_id) references txn (issuer_id, id)
);
