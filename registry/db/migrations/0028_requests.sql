-- Items that an officer of the issuer asked for, and what of them the issuer sees.
alter table item
  -- E-mail of the officer; null for any other item.
  add column requested_by text,
  -- Of a held item: the issuer was asked something and has not answered yet.
  add column is_waiting_for_issuer boolean not null default false;
-- ;;
create index item_requested on item (issuer_id, requested_by);
-- ;;
-- ByIssuer: an officer sent it with the request. WithIssuer: the agent lets the officers see it.
alter table item_file add column shared text not null default '' check (shared in ('', 'ByIssuer', 'WithIssuer'));
