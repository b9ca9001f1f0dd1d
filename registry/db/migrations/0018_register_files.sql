-- Registers that are brought in through the agent operations: the file, the result of its check, and who decided what.
-- Its bytes are below DATA_DIR.
create table register_file (
  id int primary key,
  version int not null default 1,
  state text not null check (state in ('Uploading', 'Uploaded', 'Checked', 'Approved', 'Posted', 'Undone', 'Discarded')),
  name text not null,
  bytes bigint not null,
  received bigint not null default 0,
  sha256 text not null default '',
  uploaded_by text not null,
  uploaded_at timestamptz not null,
  -- Result of the last check as JSON, and its digest, to which an approval is bound; null before one.
  outcome text,
  outcome_sha256 text,
  customer_issuer_id bigint,
  issuer_name text,
  as_of date,
  source text,
  has_findings_file boolean not null default false,
  approved_by text,
  approved_outcome text,
  accepted text not null default '',
  -- Work that goes on after the request: taken by a registry, and taken again when that ends in the middle.
  work text check (work in ('check', 'post', 'undo')),
  work_reason text not null default '',
  work_since timestamptz,
  work_step text not null default '',
  work_rows bigint not null default 0,
  attempts int not null default 0,
  work_by_email text not null default '',
  work_by_name text not null default '',
  problem text not null default '',
  title text,
  -- The conversion that it was posted as.
  issuer_id bigint
);
-- ;;
create table register_step (
  file_id int not null references register_file (id),
  number int not null,
  at timestamptz not null,
  kind text not null,
  by_email text not null,
  by_name text not null,
  text text not null,
  primary key (file_id, number)
);
-- ;;
create table register_finding (
  file_id int not null references register_file (id),
  number int not null,
  -- 0 stop, 1 error, 2 warning, 3 note
  rank int not null,
  code text not null,
  sheet text not null,
  row_number int,
  field text not null,
  cell text not null,
  value text not null,
  sentence text not null,
  primary key (file_id, number)
);
-- ;;
-- What was decided about columns whose headers are unknown; other headers of the same source are asked again.
create table register_mapping (
  source text not null,
  sheet text not null,
  headers_sha256 text not null,
  -- Pairs of header and field as JSON; null leaves the column out.
  columns text not null,
  by_email text not null,
  at timestamptz not null,
  primary key (source, sheet, headers_sha256)
);
-- ;;
create index register_finding_code on register_finding (file_id, code, number);
