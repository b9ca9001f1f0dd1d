-- Registers that came from elsewhere: one row for each, kept when the register was taken back again.
create table conversion (
  issuer_id bigint not null,
  id bigint not null,
  customer_issuer_id bigint not null,
  issuer_name text not null,
  as_of date not null,
  source text not null,
  certified_by text not null,
  certified_on date not null,
  file_name text not null,
  sha256 text not null,
  -- Warnings that were accepted, and why; '' for none.
  accepted text not null default '',
  -- Rows and control totals, as JSON.
  counts text not null,
  posted_at timestamptz not null,
  -- The issuer's version after it: it can be taken back until a later entry changes that.
  issuer_version bigint not null,
  undone_at timestamptz,
  undo_reason text not null default '',
  primary key (issuer_id, id)
);
-- ;;
-- First day of which the register knows every holding; null where it was kept here from the start.
alter table issuer add column books_from date;
