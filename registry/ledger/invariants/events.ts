// Invariants 33 to 37 in SQL: meetings, votes and dividends.

import type { Check } from './check.ts';

/** Shares a holder had at a record date, as known when the list was frozen. */
const known = (source: string, key: string) => `
  select s.id as ${key}, c.holder_id, sum(c.shares) as shares
    from ${source} s
    join certificate c on c.issuer_id = $1 and c.class_id = s.class_id and not c.is_treasury and c.issued_on <= s.record_on
    join txn i on i.issuer_id = $1 and i.id = c.issued_txn and i.processed_at <= s.frozen_at
    left join txn x on x.issuer_id = $1 and x.id = c.canceled_txn
   where s.issuer_id = $1 and s.frozen_at is not null
     and (c.canceled_on > s.record_on or x.processed_at > s.frozen_at)
     and (i.kind <> 'D' or i.effective_on < s.record_on or i.processed_at < s.frozen_at)
   group by s.id, c.holder_id`;

/** Invariants 33–37: proxies and dividends. */
export const eventChecks: Check[] = [
  {
    number: 33,
    sql: `with k as (${known('proxy', 'proxy_id')})
          select 'proxy ' || coalesce(k.proxy_id, e.proxy_id) || ' holder ' || coalesce(k.holder_id, e.holder_id) as object,
                 'Entitled to ' || coalesce(e.shares, 0) || ', held ' || coalesce(k.shares, 0) || ' at the record date'
                   as sentence
            from k full join (select * from proxy_entitlement where issuer_id = $1) as e
              on e.proxy_id = k.proxy_id and e.holder_id = k.holder_id
           where coalesce(k.shares, 0) <> coalesce(e.shares, 0)`,
  },
  {
    number: 34,
    sql: `select 'proxy ' || b.proxy_id || ' holder ' || b.holder_id as object,
                 'Present with ' || b.shares || ' of ' || coalesce(e.shares, 0) || ' entitled shares' as sentence
            from proxy_ballot b
            left join proxy_entitlement e on e.issuer_id = $1 and e.proxy_id = b.proxy_id and e.holder_id = b.holder_id
           where b.issuer_id = $1 and b.shares > coalesce(e.shares, 0)
          union all
          select 'proxy ' || p.proxy_id || ' proposal ' || p.number || ' holder ' || b.holder_id,
                 'Votes of ' || coalesce(v.cast_shares, 0) || ' for ' || b.shares || ' shares present'
            from proxy_proposal p
            join proxy_ballot b on b.issuer_id = $1 and b.proxy_id = p.proxy_id
            left join (select proxy_id, holder_id, proposal, for_shares + against_shares + withheld_shares
                              + abstain_shares + broker_non_vote_shares as cast_shares
                         from proxy_vote where issuer_id = $1) as v
              on v.proxy_id = p.proxy_id and v.holder_id = b.holder_id and v.proposal = p.number
           where p.issuer_id = $1 and coalesce(v.cast_shares, 0) <> b.shares
          union all
          select 'proxy ' || v.proxy_id || ' proposal ' || v.proposal || ' holder ' || v.holder_id,
                 'The votes belong to no ballot or proposal'
            from proxy_vote v
            left join proxy_proposal p on p.issuer_id = $1 and p.proxy_id = v.proxy_id and p.number = v.proposal
            left join proxy_ballot b on b.issuer_id = $1 and b.proxy_id = v.proxy_id and b.holder_id = v.holder_id
           where v.issuer_id = $1 and (p.number is null or b.holder_id is null)`,
  },
  {
    // Earlier results are not stored, so a changed one is detected by its date and by the status of its
    // meeting.
    number: 35,
    sql: `select 'proxy ' || p.id as object,
                 'It is ' || p.status || ', its list is ' || case when p.frozen_at is null then 'not ' else '' end
                 || 'frozen, ' || coalesce(b.ballots, 0) || ' ballots came from ' || coalesce(b.first::text, 'no day')
                 || ' to ' || coalesce(b.last::text, 'no day') as sentence
            from (select *, case when meeting_at ~ '^[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}'
                              then to_date(substring(meeting_at from '^[0-9/]+'), 'MM/DD/YYYY') end as meeting_on
                    from proxy where issuer_id = $1) as p
            left join (select proxy_id, count(*) as ballots, min(voted_on) as first, max(voted_on) as last
                         from proxy_ballot where issuer_id = $1 group by proxy_id) as b on b.proxy_id = p.id
           where (p.frozen_at is null) <> (p.status in ('Pending', 'Canceled'))
              or (p.frozen_at is null and b.ballots > 0) or b.first < p.record_on or b.last > p.meeting_on`,
  },
  {
    number: 36,
    sql: `with k as (${known('dividend', 'dividend_id')})
          select 'dividend ' || coalesce(k.dividend_id, p.dividend_id) || ' holder ' || coalesce(k.holder_id, p.holder_id)
                   as object,
                 'Paid on ' || coalesce(p.shares, 0) || ', held ' || coalesce(k.shares, 0) || ' at the record date'
                   as sentence
            from k full join (select * from dividend_payment where issuer_id = $1) as p
              on p.dividend_id = k.dividend_id and p.holder_id = k.holder_id
           where coalesce(k.shares, 0) <> coalesce(p.shares, 0)`,
  },
  {
    number: 36,
    sql: `select 'dividend ' || d.id as object,
                 'Distributed ' || coalesce(d.distribution, 0) || ' on ' || coalesce(d.outstanding, 0)
                 || ', payments say ' || coalesce(case when d.kind = 'Stock' then p.new_shares else p.gross end, 0)
                 || ' on ' || coalesce(p.shares, 0) as sentence
            from dividend d
            left join (select dividend_id, sum(shares) as shares, sum(gross) as gross, sum(new_shares) as new_shares,
                              bool_and(gross = net + withheld) as balanced
                         from dividend_payment where issuer_id = $1 group by dividend_id) as p on p.dividend_id = d.id
           where d.issuer_id = $1 and d.status = 'Paid'
             and (d.outstanding is distinct from coalesce(p.shares, 0) or not coalesce(p.balanced, true)
                  or d.distribution is distinct from
                     coalesce(case when d.kind = 'Stock' then p.new_shares else p.gross end, 0))`,
  },
  {
    number: 36,
    sql: `select 'dividend ' || d.id || ' holder ' || p.holder_id as object,
                 p.shares || ' shares at ' || d.rate || ' were paid ' || p.gross as sentence
            from dividend d join dividend_payment p on p.issuer_id = $1 and p.dividend_id = d.id
           where d.issuer_id = $1 and d.kind <> 'Stock' and p.gross <> round(p.shares * d.rate, 2)
          union all
          select 'dividend ' || d.id, 'It gave ' || d.distribution || ' shares, its transaction issued ' || i.shares
            from dividend d
            join (select issued_txn, sum(shares) as shares from certificate where issuer_id = $1 group by issued_txn) as i
              on i.issued_txn = d.txn_id
           where d.issuer_id = $1 and d.distribution <> i.shares`,
  },
  {
    number: 37,
    sql: `select 'dividend ' || p.dividend_id || ' holder ' || p.holder_id as object, 'Treasury was paid' as sentence
            from dividend_payment p
            join account a on a.issuer_id = $1 and a.holder_id = p.holder_id and a.role = 'treasury'
           where p.issuer_id = $1
          union all
          select 'proxy ' || e.proxy_id || ' holder ' || e.holder_id, 'Treasury has a vote'
            from proxy_entitlement e
            join account a on a.issuer_id = $1 and a.holder_id = e.holder_id and a.role = 'treasury'
           where e.issuer_id = $1`,
  },
];
