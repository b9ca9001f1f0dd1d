-- A digest of what makes two items alike: presentor, certificates or position, reference and shares; '' where that is
-- not known yet.
alter table item add column likeness text not null default '';
-- ;;
create index item_likeness on item (issuer_id, likeness);
-- ;;
-- An item without a transaction can be rejected as well.
alter table rejection alter column txn_id drop not null;
-- ;;
alter table rejection add column item_id bigint;
-- ;;
create index rejection_item on rejection (issuer_id, item_id);
-- ;;
-- An item that changes or ends finds its certificates without those of the others.
create index item_certificate_item on item_certificate (issuer_id, item_id);
