import type { Check } from './check.ts';

/** Invariant 41, continued: what items refer to and what refers to them. */
export const itemRecordChecks: Check[] = [
  {
    number: 41,
    sql: `select 'item ' || s.item_id as object,
                 'Its step ' || s.number || ' begins at ' || coalesce(s.from_stage, 'nothing') || ', the one before ended at '
                 || coalesce(b.to_stage, 'nothing') as sentence
            from item_step s
            left join item_step b on b.issuer_id = $1 and b.item_id = s.item_id and b.number = s.number - 1
           where s.issuer_id = $1 and s.from_stage is distinct from b.to_stage
          union all
          select 'item ' || s.item_id, 'Its step ' || s.number || ', ' || s.action || ', leads to ' || s.to_stage
            from item_step s
           where s.issuer_id = $1
             and s.to_stage <> case s.action when 'enter' then 'Entered' when 'update' then 'Entered'
                                 when 'return' then 'Entered' when 'void' then 'Entered' when 'approve' then 'Ready'
                                 when 'post' then 'Posted' when 'hold' then 'Held' when 'ask' then 'Held' when 'reject' then 'Rejected'
                                 when 'cancel' then 'Canceled' else s.to_stage end
          union all
          select 'item ' || id, 'It is ' || stage || ', posted by ' || coalesce(posted_by, 'nobody') || ', ended at '
                 || coalesce(ended_at::text, 'no time')
            from item
           where issuer_id = $1
             and ((posted_by is not null) <> (stage = 'Posted')
                  or (ended_at is not null) <> (stage in ('Posted', 'Rejected', 'Canceled')))
          union all
          select 'item ' || id, 'It is held without a reason' from item
           where issuer_id = $1 and stage = 'Held' and (hold_reason is null or next_action_on is null)`,
  },
  {
    // An approval is of the version before its step.
    number: 41,
    sql: `select 'item ' || a.item_id as object, 'Its approval of version ' || a.number || ' has no step' as sentence
            from item_approval a
           where a.issuer_id = $1
             and not exists (select 1 from item_step s
                              where s.issuer_id = $1 and s.item_id = a.item_id and s.number = a.number + 1
                                and s.action = 'approve' and s.by_email = a.by_email and s.digest = a.digest)
          union all
          select 'item ' || s.item_id, 'Its step ' || s.number || ' has no approval'
            from item_step s
           where s.issuer_id = $1 and s.action = 'approve'
             and not exists (select 1 from item_approval a
                              where a.issuer_id = $1 and a.item_id = s.item_id and a.number = s.number - 1)
          union all
          select 'item ' || a.item_id, 'Its approval of version ' || a.number || ' is of a user who changed it'
            from item_approval a
            join item_step s on s.issuer_id = $1 and s.item_id = a.item_id and s.number <= a.number
             and s.action in ('enter', 'update', 'addFile', 'removeFile')
             and lower(trim(s.by_email)) = lower(trim(a.by_email))
             and s.number > coalesce((select max(b.number) from item_approval b
                                       where b.issuer_id = $1 and b.item_id = a.item_id and b.number < a.number), 0)
           where a.issuer_id = $1
          union all
          select 'item ' || i.id, 'It is approved by ' || i.approved_by || ', who gave no approval that counts'
            from item i
           where i.issuer_id = $1 and i.approved_by is not null
             and not exists (select 1 from item_approval a
                              where a.issuer_id = $1 and a.item_id = i.id and a.void_because is null
                                and a.by_email = i.approved_by and a.digest = i.digest)
          union all
          select 'item ' || i.id, 'It is ' || i.stage || ' and not approved, and has an approval that counts'
            from item i
           where i.issuer_id = $1 and i.approved_by is null
             and exists (select 1 from item_approval a
                          where a.issuer_id = $1 and a.item_id = i.id and a.void_because is null)`,
  },
  {
    number: 41,
    sql: `select 'file ' || id || ' of item ' || item_id as object,
                 case when content is null then 'Its bytes are gone without who removed it, when and why'
                      when removed_at is not null then 'It was removed and has bytes'
                      else 'Its digest or size is not that of its bytes' end as sentence
            from item_file
           where issuer_id = $1
             and (content is null) <> (removed_at is not null and removed_by is not null and removed_reason is not null)
              or issuer_id = $1 and (sha256 <> encode(sha256(content), 'hex') or size <> octet_length(content))
          union all
          select 'item ' || i.id, 'It has ' || coalesce(f.files, 0) || ' files, ' || coalesce(f.removed, 0)
                 || ' removed; its steps say ' || coalesce(s.added, 0) || ' and ' || coalesce(s.removed, 0)
            from item i
            left join (select item_id, count(*) as files, count(removed_at) as removed
                         from item_file where issuer_id = $1 group by item_id) as f on f.item_id = i.id
            left join (select item_id, count(*) filter (where action = 'addFile') as added,
                              count(*) filter (where action = 'removeFile') as removed
                         from item_step where issuer_id = $1 group by item_id) as s on s.item_id = i.id
           where i.issuer_id = $1
             and (coalesce(f.files, 0) <> coalesce(s.added, 0) or coalesce(f.removed, 0) <> coalesce(s.removed, 0))`,
  },
  {
    number: 41,
    sql: `select 'item ' || i.id as object, 'Its transaction is a ' || coalesce(t.kind, 'missing one') as sentence
            from item i left join txn t on t.issuer_id = $1 and t.id = i.txn_id
           where i.issuer_id = $1
             and t.kind is distinct from case i.kind when 'Transfer' then 'T' when 'Retirement' then 'R'
                                         when 'Issuance' then 'N' end
          union all
          select 'certificate ' || c.certificate_id, 'Item ' || c.item_id || ' presents it, and there is none'
            from item_certificate c
           where c.issuer_id = $1
             and not exists (select 1 from certificate x where x.issuer_id = $1 and x.id = c.certificate_id)
          union all
          select 'item ' || i.id, 'It was rejected for ' || r.reason_code || ' on the list ' || r.kind
            from item i join rejection r on r.issuer_id = $1 and (r.item_id = i.id or r.txn_id = i.txn_id)
           where i.issuer_id = $1
             and r.kind <> case left(r.reason_code, 1) when 'D' then 'DTC' when 'M' then 'Medallion' else 'Other' end
          union all
          select 'item ' || i.id, 'It is a ' || i.kind || ' and ' || i.stage || '; ' || count(x.item_id) || ' are recorded'
            from item i
            left join (select item_id, 'LostSearch' as kind from holder_search where issuer_id = $1
                       union all select item_id, 'ReturnedMail' from returned_mail where issuer_id = $1) as x
              on x.item_id = i.id and x.kind = i.kind
           where i.issuer_id = $1 and i.kind in ('LostSearch', 'ReturnedMail')
           group by i.id, i.kind, i.stage
          having count(x.item_id) <> case i.stage when 'Posted' then 1 else 0 end`,
  },
  {
    number: 41,
    sql: `select 'item ' || i.id as object,
                 'It is ' || i.stage || ' and corrects transaction ' || coalesce(i.corrects_txn::text, 'none')
                 || '; its reversal is ' || coalesce(i.reversal_txn::text, 'none') || ' of '
                 || coalesce(r.reverses_txn::text, 'none') || ', its replacement '
                 || coalesce(i.replacement_txn::text, 'none') || ' of ' || coalesce(n.replaces_txn::text, 'none') as sentence
            from item i
            left join txn r on r.issuer_id = $1 and r.id = i.reversal_txn
            left join txn n on n.issuer_id = $1 and n.id = i.replacement_txn
           where i.issuer_id = $1
             and ((i.reversal_txn is not null) <> (i.kind = 'Correction' and i.stage = 'Posted')
                  or (i.reversal_txn is not null
                      and (r.reverses_txn is distinct from i.corrects_txn or r.sub_kind is distinct from 'Reversal'))
                  or (i.replacement_txn is not null
                      and (i.reversal_txn is null or n.replaces_txn is distinct from i.corrects_txn)))
          union all
          select 'transaction ' || reverses_txn, 'It was reversed ' || count(*) || ' times'
            from txn where issuer_id = $1 and reverses_txn is not null group by reverses_txn having count(*) > 1`,
  },
];
