-- Items of the work queue: what was presented and is to be done, from receipt on. The content is one JSON text,
-- checked by the contract; the columns beside it are what lists filter and sort by.
create table item (
  issuer_id bigint not null references issuer (id),
  id bigint not null,
  version int not null,
  kind text not null,
  case_code text,
  purpose text not null default '',
  stage text not null check (stage in ('Entered', 'Held', 'AwaitingApproval', 'Ready', 'Posted', 'Rejected', 'Canceled')),
  class_id bigint,
  txn_id bigint,
  txn_number bigint,
  content text not null,
  digest text not null,
  shares bigint,
  transfer_from text not null default '',
  issued_to text not null default '',
  presentor text not null default '',
  depository_reference text,
  search_text text not null,
  received_at timestamptz not null,
  received_on date not null,
  counted_from date not null,
  due_on date,
  effective_on date,
  is_routine boolean not null,
  hold_reason text,
  next_action_on date,
  -- Codes of the obstacles of the last check, one space between; '' for none.
  obstacles text not null default '',
  assigned_to text,
  entered_by text not null,
  approved_by text,
  posted_by text,
  ended_at timestamptz,
  represents_item bigint,
  corrects_txn bigint,
  reversal_txn bigint,
  replacement_txn bigint,
  -- Number of the last change of any item; taken under a lock, so that it follows the order of commits.
  changed bigint not null,
  primary key (issuer_id, id)
);
create index item_stage on item (stage, due_on);
create index item_changed on item (changed);
create index item_reference on item (issuer_id, depository_reference);
create index item_txn on item (issuer_id, txn_id);
-- Never changed and never deleted.
create table item_step (
  issuer_id bigint not null,
  item_id bigint not null,
  number int not null,
  at timestamptz not null,
  by_email text not null,
  by_first_name text not null,
  by_last_name text not null,
  action text not null,
  from_stage text,
  to_stage text not null,
  reason text,
  obstacles text not null default '',
  changes text not null default '',
  digest text not null,
  primary key (issuer_id, item_id, number),
  foreign key (issuer_id, item_id) references item (issuer_id, id)
);
create table item_approval (
  issuer_id bigint not null,
  item_id bigint not null,
  number int not null,
  at timestamptz not null,
  by_email text not null,
  by_first_name text not null,
  by_last_name text not null,
  digest text not null,
  -- What the approval rests on, JSON; compared when the item is posted.
  facts text not null,
  void_because text,
  primary key (issuer_id, item_id, number),
  foreign key (issuer_id, item_id) references item (issuer_id, id)
);
-- The certificates that open items present, so that two items on one certificate find each other.
create table item_certificate (
  issuer_id bigint not null,
  certificate_id bigint not null,
  item_id bigint not null,
  primary key (issuer_id, certificate_id, item_id),
  foreign key (issuer_id, item_id) references item (issuer_id, id)
);
create table item_file (
  issuer_id bigint not null,
  id bigint not null,
  item_id bigint not null,
  name text not null,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  -- Null once removed; the digest and the reason stay.
  content bytea,
  added_at timestamptz not null,
  added_by text not null,
  removed_at timestamptz,
  removed_by text,
  removed_reason text,
  primary key (issuer_id, id),
  foreign key (issuer_id, item_id) references item (issuer_id, id)
);
create index item_file_item on item_file (issuer_id, item_id);
-- An item whose class is unknown can be rejected.
alter table rejection alter column class_id drop not null;
