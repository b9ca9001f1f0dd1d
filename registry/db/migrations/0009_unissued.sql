-- Authorized less reserved less issued, of all days together: what a posting would otherwise sum from every day of the
-- class to see whether it has room. Written with every posting (registry/ledger/flush-unit-of-work.ts); registry:check proves it.
alter table security_class add column unissued bigint not null default 0;
-- ;;
update security_class k set unissued =
  (select coalesce(sum(a.delta), 0) from authorized_change a where a.issuer_id = k.issuer_id and a.class_id = k.id)
  - (select coalesce(sum(r.delta), 0) from reserve_change r where r.issuer_id = k.issuer_id and r.class_id = k.id)
  - (select coalesce(sum(d.outstanding_delta + d.treasury_delta), 0)
       from class_day d where d.issuer_id = k.issuer_id and d.class_id = k.id);
