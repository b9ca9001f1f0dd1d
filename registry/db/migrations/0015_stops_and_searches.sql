-- Who demanded a stop, on which paper, and how it ended.
alter table stop add column placed_by text not null default '';
alter table stop add column demanded_by text not null default '';
alter table stop add column document text not null default '';
alter table stop add column expires_on date;
alter table stop add column notice_on date;
alter table stop add column released_by text not null default '';
alter table stop add column release_reason text not null default '';
alter table stop add column release_document text not null default '';
-- Report to the program for lost and stolen securities.
alter table stop add column program_reported_on date;
alter table stop add column program_reference text not null default '';
-- Mail to a holder that came back. A holder is shared by issuers; the row belongs to the issuer whose item it is.
create table returned_mail (
  issuer_id bigint not null,
  id bigint not null,
  holder_id bigint not null,
  item_id bigint not null,
  piece text not null,
  mailed_on date,
  returned_on date not null,
  resent_on date,
  recorded_at timestamptz not null,
  recorded_by text not null,
  primary key (issuer_id, id),
  foreign key (issuer_id, item_id) references item (issuer_id, id)
);
create index returned_mail_holder on returned_mail (issuer_id, holder_id);
-- A search for one lost holder. It is a line of a search of the agent (lost_search), which TA-2 counts.
create table holder_search (
  issuer_id bigint not null,
  id bigint not null,
  holder_id bigint not null,
  item_id bigint not null,
  search_id bigint not null,
  number int not null,
  searched_on date not null,
  service text not null,
  searched_by text not null,
  terms text not null,
  result text not null,
  evidence text not null default '',
  candidate text not null default '',
  letter_sent_on date,
  -- False for one made too early: it is kept and does not count.
  is_counted boolean not null,
  recorded_at timestamptz not null,
  recorded_by text not null,
  primary key (issuer_id, id),
  foreign key (issuer_id, item_id) references item (issuer_id, id)
);
create index holder_search_holder on holder_search (issuer_id, holder_id);
-- A reversal and the transaction that replaces what it reversed; null for all others.
alter table txn add column reverses_txn bigint;
alter table txn add column replaces_txn bigint;
