import { describe, expect, test } from 'vitest';
import { isBusinessDay } from '#lib/format/business-days';
import { demoLastDay } from '../demo.ts';
import { demoBooks } from './demo-books.ts';

const request = demoBooks();

const meetings = `
  select p.issuer_id, p.id, i.customer_id::int as issuer, p.title, p.status, p.record_on, p.mailed_on,
         to_date(substring(p.meeting_at from '^[0-9/]+'), 'MM/DD/YYYY') as meeting_on
    from proxy p join issuer i on i.id = p.issuer_id`;

describe('days', () => {
  test.each([
    [
      'meetings',
      `select unnest(array[record_on, mailed_on, meeting_on]) as day, title as what from (${meetings}) as m`,
    ],
    [
      'dividends',
      `select unnest(array[declared_on, ex_on, record_on, payable_on]) as day, issuer_id || ' ' || kind as what from dividend`,
    ],
    ['prices', `select day, issuer_id || ' ' || class_id as what from price`],
  ])('of %s are days on which agent and exchange are open', async (_what, text) => {
    const rows = await request<{ day: string | null; what: string }>(text);
    const closed = rows.filter(
      ({ day }) => day !== null && !(isBusinessDay(day) && isBusinessDay(day, { holidays: 'nyse' })),
    );
    expect(rows.length).toBeGreaterThan(40);
    expect(closed).toEqual([]);
  });
});

describe('ballots', () => {
  test('arrive between mailing and meeting, on many days, by mail on business days', async () => {
    const rows = await request<{ title: string; late: number; early: number; days: number; status: string }>(
      `select m.issuer || ' ' || m.title as title, m.status, count(*) filter (where b.voted_on > m.meeting_on)::int as late,
              count(*) filter (where b.voted_on <= m.mailed_on)::int as early,
              count(distinct b.voted_on)::int as days
         from (${meetings}) as m join proxy_ballot b on b.issuer_id = m.issuer_id and b.proxy_id = m.id
         join proxy_entitlement e on e.issuer_id = b.issuer_id and e.proxy_id = b.proxy_id and e.holder_id = b.holder_id
        where m.issuer <> 1002 group by 1, 2`,
    );
    expect(rows).toHaveLength(13);
    expect(rows.filter((row) => row.late > 0 || row.early > 0 || row.days < 10)).toEqual([]);
    const mail = await request<{ day: string }>(
      `select distinct voted_on as day from proxy_ballot where method = 'Mail'`,
    );
    expect(mail.filter(({ day }) => !isBusinessDay(day))).toEqual([]);
  });

  test('of no issuer follow the meeting or today, and those of the meeting are of its day', async () => {
    const rows = await request(
      `select m.title, b.voted_on from (${meetings}) as m
         join proxy_ballot b on b.issuer_id = m.issuer_id and b.proxy_id = m.id
        where b.voted_on > least(m.meeting_on, '${demoLastDay}')
           or (b.method = 'Meeting' and b.voted_on <> m.meeting_on)`,
    );
    expect(rows).toEqual([]);
  });

  test('turnout differs by points from year to year, and so does the number of ballots', async () => {
    const rows = await request<{
      issuer: number;
      meetings: number;
      spread: number;
      nearest: number;
      counts: number;
    }>(
      `select issuer, count(*)::int as meetings, (max(turnout) - min(turnout))::float as spread,
              min(turnout - before)::float as nearest, count(distinct ballots)::int as counts
         from (select t.*, lag(turnout) over (partition by issuer order by turnout) as before from (
               select m.issuer, m.id,
                      (select 100 * sum(shares) from proxy_ballot b where b.issuer_id = m.issuer_id and b.proxy_id = m.id)
                      / (select sum(shares) from proxy_entitlement e where e.issuer_id = m.issuer_id and e.proxy_id = m.id)
                        as turnout,
                      (select count(*) from proxy_ballot b where b.issuer_id = m.issuer_id and b.proxy_id = m.id) as ballots
                 from (${meetings}) as m where m.status = 'Closed' and m.issuer in (1001, 1005, 1008)) as t) as s
        group by issuer order by issuer`,
    );
    expect(rows).toHaveLength(3);
    for (const { issuer, meetings, spread, nearest, counts } of rows) {
      expect([meetings, counts], `${issuer}`).toEqual([4, 4]);
      expect(spread, `${issuer}`).toBeGreaterThan(2.5);
      // No two years alike.
      expect(nearest, `${issuer}`).toBeGreaterThan(0.5);
    }
  });
});

describe('broker non-votes', () => {
  const perProposal = `
    select m.issuer || ' ' || m.title as meeting, v.proposal, sum(v.broker_non_vote_shares) as shares,
           q.text like 'Ratify the auditor%' as is_routine,
           bool_or(q.text like 'Ratify the auditor%') over (partition by m.issuer, m.id) as has_routine
      from (${meetings}) as m join proxy_vote v on v.issuer_id = m.issuer_id and v.proxy_id = m.id
      join proxy_proposal q on q.issuer_id = v.issuer_id and q.proxy_id = v.proxy_id and q.number = v.proposal
     group by m.issuer, m.id, m.title, v.proposal, q.text`;

  test('are one number on all proposals that are not routine, and none on the routine one', async () => {
    const rows = await request<{ meeting: string; routine: string; numbers: string[] }>(
      `select meeting, sum(shares) filter (where is_routine)::text as routine,
              array_agg(distinct shares::text) filter (where not is_routine) as numbers
         from (${perProposal}) as p where has_routine group by meeting`,
    );
    expect(rows).toHaveLength(12);
    for (const { meeting, routine, numbers } of rows) {
      expect(routine, meeting).toBe('0');
      expect(numbers, meeting).toHaveLength(1);
      expect(BigInt(numbers[0]!), meeting).toBeGreaterThan(0n);
    }
  });

  test('do not exist where a meeting has no routine proposal', async () => {
    const rows = await request<{ meeting: string; shares: string }>(
      `select meeting, sum(shares)::text as shares from (${perProposal}) as p where not has_routine group by meeting`,
    );
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ shares }) => shares !== '0')).toEqual([]);
  });
});
