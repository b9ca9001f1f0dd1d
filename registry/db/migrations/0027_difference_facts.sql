-- What the rules of transfer agents ask about a record difference (17 CFR 240.17Ad-9 to 17Ad-11): since when it exists,
-- whether totals or details differ, the kind of its cause, whether paper was issued beyond the books, how it was
-- resolved, and the steps taken. Empty, or null, for what was not stated.
alter table record_difference
  -- Null: since the day on which it was opened. Its age counts from here.
  add column existed_since date,
  -- Totals: register and control book differ. Detail: what was presented differs from the register.
  add column basis text not null default 'Detail' check (basis in ('Totals', 'Detail')),
  add column cause_kind text not null default '' check (cause_kind in ('', 'Duplicate', 'Not on file',
    'Other detail differs', 'Canceled certificate presented', 'Authorized, not posted', 'Posted, not authorized', 'Split',
    'Prior agent', 'Depository')),
  -- More paper is out than the books have shares for.
  add column is_over_issuance boolean not null default false,
  add column resolution_kind text not null default '' check (resolution_kind in ('', 'Found', 'Reversed', 'Replaced',
    'Bought in', 'Control book corrected')),
  add column resolution_txn bigint,
  add constraint record_difference_since check (existed_since is null or existed_since <= opened_on),
  add constraint record_difference_resolution_txn foreign key (issuer_id, resolution_txn) references txn (issuer_id, id);
-- ;;
create table record_difference_step (
  issuer_id bigint not null,
  difference_id bigint not null,
  -- 1, 2, 3 … of its difference.
  number int not null check (number > 0),
  taken_on date not null,
  note text not null,
  recorded_by text not null,
  primary key (issuer_id, difference_id, number),
  foreign key (issuer_id, difference_id) references record_difference (issuer_id, id)
);
