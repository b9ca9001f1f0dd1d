-- Sheets with many instructions are uploaded, checked, approved and posted as registers are; each row has its result.
alter table register_file
  add column kind text not null default 'Register' check (kind in ('Register', 'Bulk')),
  -- A user asked to stop posting after the rows in flight.
  add column is_stopping boolean not null default false,
  -- Names of those whose e-mails are in uploaded_by and approved_by: the transactions of a sheet carry them.
  add column uploaded_first_name text not null default '',
  add column uploaded_last_name text not null default '',
  add column approved_first_name text not null default '',
  add column approved_last_name text not null default '';
-- ;;
create table bulk_row (
  file_id int not null references register_file (id),
  number int not null,
  sheet text not null,
  kind text not null check (kind in ('Issuance', 'Transfer', 'HolderUpdate')),
  -- A transfer may have several rows.
  first_row int not null,
  last_row int not null,
  -- Digest of the content, by which the same row of another upload is recognized.
  key text not null,
  customer_issuer_id bigint,
  account text not null,
  batch text not null,
  effective_on date,
  -- JSON; '' once the row has its result, because persons are in it.
  content text not null,
  -- Codes of warnings that the approver saw, separated by blanks.
  acknowledged text not null default '',
  state text not null default 'Waiting' check (state in ('Waiting', 'Posted', 'Queued', 'Refused', 'AlreadyThere')),
  transaction_number bigint,
  field text not null default '',
  sentence text not null default '',
  primary key (file_id, number)
);
-- ;;
create index bulk_row_state on bulk_row (file_id, state, number);
-- ;;
create index bulk_row_batch on bulk_row (batch, account);
