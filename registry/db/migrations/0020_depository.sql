-- Position files of the depository: read whole or not at all, never changed. Lines name CUSIPs of all issuers.
create table depository_file (
  id int primary key,
  name text not null,
  layout text not null check (layout in ('Fixed', 'CSV')),
  agent text not null,
  as_of date not null,
  sequence int not null unique,
  sha256 text not null unique,
  bytes int not null,
  position_count int not null,
  movement_count int not null,
  -- Sum of the positions modulo 10^20, as the trailer states it.
  position_sum text not null,
  imported_by text not null,
  imported_at timestamptz not null
);
-- ;;
create index depository_file_day on depository_file (as_of, sequence);
-- ;;
create table depository_position (
  file_id int not null references depository_file (id),
  cusip text not null,
  line int not null,
  description text not null,
  position bigint not null,
  pending bigint,
  primary key (file_id, cusip)
);
-- ;;
create table depository_movement (
  file_id int not null references depository_file (id),
  line int not null,
  cusip text not null,
  moved_on date not null,
  reference text not null,
  direction text not null check (direction in ('Deposit', 'Withdrawal')),
  shares bigint not null,
  status text not null check (status in ('Confirmed', 'Pending', 'Rejected')),
  primary key (file_id, line)
);
-- ;;
create index depository_movement_cusip on depository_movement (cusip, file_id);
-- ;;
-- How a user explained a break of a class: the last row of a file and class counts, earlier ones are its history.
create table depository_explanation (
  issuer_id bigint not null,
  class_id bigint not null,
  file_id int not null,
  number int not null,
  note text not null,
  -- IDs of the transactions that explain it, one space between; '' for a note alone, which explains no share.
  transactions text not null,
  by_email text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (issuer_id, class_id, file_id, number),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
-- ;;
-- CUSIPs that a class had before a split.
create table former_cusip (
  issuer_id bigint not null,
  class_id bigint not null,
  cusip text not null,
  -- The first day on which the class had another one.
  until_on date not null,
  primary key (issuer_id, class_id, cusip),
  foreign key (issuer_id, class_id) references security_class (issuer_id, id)
);
