// Invariant 41 in SQL: items against their transactions, steps and approvals.

import type { Check } from './check.ts';

const open = `('Entered', 'Held', 'AwaitingApproval', 'Ready')`;

/** Invariant 41: items of the work queue, against their transactions, steps and approvals. */
export const itemChecks: Check[] = [
  {
    number: 41,
    sql: `select 'item ' || i.id as object, 'It is ' || i.stage || ', its transaction ' || coalesce(t.status, 'is missing')
                   as sentence
            from item i left join txn t on t.issuer_id = $1 and t.id = i.txn_id
           where i.issuer_id = $1 and i.txn_id is not null
             and t.status is distinct from case i.stage when 'Posted' then 'Completed' when 'Rejected' then 'Rejected'
                                                when 'Canceled' then 'Canceled' else 'Pending' end
          union all
          select 'transaction ' || txn_id, 'It belongs to ' || count(*) || ' items'
            from item where issuer_id = $1 and txn_id is not null group by txn_id having count(*) > 1
          union all
          select 'item ' || i.id, 'It is ' || i.stage || ' and has ' || count(r.id) || ' rejection records'
            from item i left join rejection r on r.issuer_id = $1 and (r.item_id = i.id or r.txn_id = i.txn_id)
           where i.issuer_id = $1 group by i.id, i.stage
          having count(r.id) <> case i.stage when 'Rejected' then 1 else 0 end`,
  },
  {
    number: 41,
    sql: `select 'item ' || i.id as object,
                 'Its version is ' || i.version || ', its steps are ' || coalesce(s.first, 0) || ' to '
                 || coalesce(s.last, 0) || ', ' || coalesce(s.steps, 0) || ' of them' as sentence
            from item i
            left join (select item_id, min(number) as first, max(number) as last, count(*) as steps
                         from item_step where issuer_id = $1 group by item_id) as s on s.item_id = i.id
           where i.issuer_id = $1
             and (s.first is distinct from 1 or s.last is distinct from i.version or s.steps <> i.version)
          union all
          select 'item ' || i.id, 'It is ' || i.stage || ', its last step says ' || s.to_stage
            from item i join item_step s on s.issuer_id = $1 and s.item_id = i.id and s.number = i.version
           where i.issuer_id = $1 and s.to_stage <> i.stage`,
  },
  {
    number: 41,
    sql: `select 'item ' || i.id as object, 'Its digest is not that of its content' as sentence
            from item i
           where i.issuer_id = $1 and i.digest <> encode(sha256(convert_to(i.content, 'UTF8')), 'hex')
          union all
          select 'item ' || i.id, 'Its digest is not that of the instruction of its transaction'
            from item i left join txn t on t.issuer_id = $1 and t.id = i.txn_id
           where i.issuer_id = $1 and i.kind = 'Issuance' and i.content::json -> 'instruction' ->> 'sha256'
                 is distinct from case when left(t.instruction, 20) = '{"form":"issuance 1"'
                                       then encode(sha256(convert_to(t.instruction, 'UTF8')), 'hex') end
          union all
          select 'item ' || i.id, 'Its last step has another digest'
            from item i join item_step s on s.issuer_id = $1 and s.item_id = i.id and s.number = i.version
           where i.issuer_id = $1 and s.digest <> i.digest`,
  },
  {
    // Whether the rule asked for an approval is known by the stage to which the item was submitted last.
    number: 41,
    sql: `select 'item ' || i.id as object, 'It was posted without an approval of another user that counts' as sentence
            from item i
            join item_step s on s.issuer_id = $1 and s.item_id = i.id and s.action = 'submit'
             and s.to_stage = 'AwaitingApproval'
             and s.number = (select max(number) from item_step
                              where issuer_id = $1 and item_id = i.id and action = 'submit')
           where i.issuer_id = $1 and i.stage = 'Posted'
             and not exists (select 1 from item_approval a
                              where a.issuer_id = $1 and a.item_id = i.id and a.void_because is null
                                and a.digest = i.digest
                                and lower(trim(a.by_email)) <> lower(trim(i.entered_by)))`,
  },
  {
    number: 41,
    sql: `select 'certificate ' || c.certificate_id as object,
                 'Item ' || c.item_id || ' presents it and is ' || coalesce(i.stage, 'missing') as sentence
            from item_certificate c left join item i on i.issuer_id = $1 and i.id = c.item_id
           where c.issuer_id = $1 and (i.stage is null or i.stage not in ${open})`,
  },
];
