// Invariant 38 in SQL: tax lots cover their certificates, and their basis moves with the shares.

import { transferKinds } from '../core/sub-kinds.ts';
import type { Check } from './check.ts';

const keeping = Object.entries(transferKinds)
  .filter(([, rules]) => rules.keepsLots)
  .map(([name]) => `'${name}'`)
  .join(', ');

/**
 * Completed forward splits and stock dividends with their class and first certificate; these restate existing
 * lots. Certificate ids follow the order of posting, so the first one separates earlier from later
 * certificates.
 */
const restatements = `
  select t.id, g.class_id, g.first_id
    from txn t
    join (select issued_txn, min(class_id) as class_id, min(id) as first_id
            from certificate where issuer_id = $1 group by issued_txn) as g on g.issued_txn = t.id
   where t.issuer_id = $1 and t.kind in ('F', 'D') and t.status = 'Completed'`;

/** The basis of the lots surrendered and issued, per transaction and account. */
const sides = `
  r as materialized (${restatements}),
  basis as (
    select c.class_id, c.holder_id, c.issued_txn, c.canceled_txn, sum(l.total_cost) as cost
      from tax_lot l join certificate c on c.issuer_id = $1 and c.id = l.certificate_id
     where l.issuer_id = $1 group by c.id, c.class_id, c.holder_id, c.issued_txn, c.canceled_txn),
  sides as (
    select m.txn, m.holder_id, min(m.class_id) as class_id, sum(m.given) as given, sum(m.kept) as kept,
           min(g.first_id) as first_id
      from (select canceled_txn as txn, class_id, holder_id, cost as given, null::numeric as kept from basis
             where canceled_txn is not null
            union all select issued_txn, class_id, holder_id, null, cost from basis) as m
      left join (select issued_txn, min(id) as first_id from certificate
                  where issuer_id = $1 group by issued_txn) as g on g.issued_txn = m.txn
     group by m.txn, m.holder_id)`;

/** Invariant 38: tax lots cover their certificates, and their basis moves with the shares. */
export const lotChecks: Check[] = [
  {
    number: 38,
    sql: `select 'certificate ' || c.id as object, 'Its lots hold ' || l.shares || ' of ' || c.shares || ' shares' as sentence
            from (select certificate_id, sum(shares) as shares from tax_lot where issuer_id = $1 group by certificate_id) as l
            join certificate c on c.issuer_id = $1 and c.id = l.certificate_id
           where l.shares <> c.shares`,
  },
  {
    // A later split restates the lots that were issued, so only entries without a later split can be compared.
    number: 38,
    sql: `with ${sides}
          select 'transaction ' || t.id as object,
                 'The lots surrendered had a basis of ' || s.given || ', those issued have ' || coalesce(s.kept, 0) as sentence
            from (select txn, min(class_id) as class_id, min(first_id) as first_id, sum(given) as given, sum(kept) as kept
                    from sides group by txn) as s
            join txn t on t.issuer_id = $1 and t.id = s.txn
           where s.given is not null and t.kind = 'T' and t.sub_kind in (${keeping})
             and not exists (select 1 from r where r.class_id = s.class_id and r.first_id > s.first_id)
             -- The basis of shares that join a nominee's position goes to the broker with them.
             and not exists (select 1 from certificate p where p.issuer_id = $1 and p.issued_txn = t.id and p.movement > 0)
             and coalesce(s.kept, 0) <> s.given`,
  },
  {
    // The same per account of a reverse split. An account that got no whole share has its basis with the cash;
    // one whose new certificates come only from shares of unknown basis has no lot to carry it.
    number: 38,
    sql: `with ${sides}
          select 'transaction ' || t.id || ' holder ' || s.holder_id as object,
                 'The lots surrendered had a basis of ' || s.given || ', those issued have ' || coalesce(s.kept, 0) as sentence
            from sides s join txn t on t.issuer_id = $1 and t.id = s.txn and t.kind = 'V'
           where s.given is not null and coalesce(s.kept, 0) <> s.given
             and not exists (select 1 from r where r.class_id = s.class_id and r.first_id > s.first_id)
             and exists (select 1 from certificate n where n.issuer_id = $1 and n.issued_txn = t.id and n.holder_id = s.holder_id)
             and (s.kept is not null or not exists (
                   select 1 from certificate b
                    where b.issuer_id = $1 and b.canceled_txn = t.id and b.holder_id = s.holder_id
                      and not exists (select 1 from tax_lot l where l.issuer_id = $1 and l.certificate_id = b.id)))`,
  },
  {
    number: 38,
    sql: `with r as materialized (${restatements})
          select 'certificate ' || c.id as object,
                 'Lot ' || l.number || ' has a basis of ' || l.total_cost || ' for ' || l.shares
                 || ' shares, unlike the shares it came with' as sentence
            from r
            join certificate c on c.issuer_id = $1 and c.issued_txn = r.id
            join tax_lot l on l.issuer_id = $1 and l.certificate_id = c.id and l.total_cost is not null
           where not exists (select 1 from r as later where later.class_id = r.class_id and later.first_id > r.first_id)
             and not exists (
                   select 1 from certificate p
                     join tax_lot b on b.issuer_id = $1 and b.certificate_id = p.id and b.acquired_on = l.acquired_on
                    where p.issuer_id = $1 and p.holder_id = c.holder_id and p.class_id = c.class_id and p.id < r.first_id
                      and abs(l.total_cost * b.shares - b.total_cost * l.shares) <= 0.01 * (l.shares + b.shares))`,
  },
];
