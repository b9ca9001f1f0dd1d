import { describe, expect, test } from 'vitest';
import { changeAuthorized, openReserve } from '#registry/ledger/capital';
import { addTaxLots, placeStop } from '#registry/ledger/core/record-verbs';
import { splitForward } from '#registry/ledger/corporate-actions/split-forward';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { issue } from '#registry/ledger/issuance/issue';
import { setIssuerStatus } from '#registry/ledger/issuers';
import { cancel, receive } from '#registry/ledger/pending-transactions';
import { closeProxy, openProxy, planProxy } from '#registry/ledger/proxies';
import { transfer } from '#registry/ledger/transfer';
import { castVotes } from '#registry/ledger/votes';
import {
  alpha,
  beta,
  entry,
  gamma,
  ledgerOfFile,
  quill,
  recordedAt,
  rejectionOf,
  treasury,
} from './company.ts';
import { alone, proof } from './database.ts';

const { pool, holders, open, line } = await ledgerOfFile('rules');

describe('rules', () => {
  const sale = (day: string, more: object = {}) => ({ ...entry(day), subKind: 'Sale' as const, ...more });

  test('a rejected transfer has no effect', async () => {
    const { issuerId, certificates } = await open([
      [alpha, 100n],
      [alpha, 60n, 'R'],
      [beta, 10n, 'N', 'Certificate'],
    ]);
    const [free, restricted, paper] = certificates.map((one) => one.id) as [bigint, bigint, bigint];
    await alone(pool, placeStop, {
      issuerId,
      certificateId: paper,
      kind: 'Adverse claim',
      placedOn: '2024-01-20',
    });
    const before = await pool.query('select * from issuer_counter where issuer_id = $1 order by kind', [
      issuerId,
    ]);
    const attempt = (certificatesToMove: bigint[], lines: object[], more: object = {}) =>
      rejectionOf(
        alone(pool, transfer, {
          issuerId,
          entry: sale('2024-02-01'),
          certificates: certificatesToMove,
          lines: lines as never,
          ...more,
        }),
      );
    expect(await attempt([free], [line(beta, 101n)])).toBe('unbalanced');
    expect(await attempt([free, free], [line(beta, 200n)])).toBe('notOutstanding');
    expect(await attempt([free], [line(alpha, 100n)])).toBe('nothingMoved');
    expect(await attempt([restricted], [line(beta, 60n, { restriction: 'N' })])).toBe('restrictionDropped');
    expect(await attempt([free, restricted], [line(beta, 120n)])).toBe('mixedRestriction');
    expect(await attempt([restricted], [line(quill, 60n)])).toBe('nomineeRestricted');
    expect(await attempt([paper], [line(gamma, 10n)])).toBe('stopped');
    expect(await attempt([free], [line(treasury, 100n)])).toBe('treasuryRole');
    expect(await attempt([9n], [line(beta, 1n)])).toBe('unknownCertificate');
    expect(await attempt([free], [{ holderId: 1n, shares: 1n }])).toBe('unknownAccount');
    expect(
      await attempt([free], [line(beta, 1n)], { entry: sale('2024-02-01', { effectiveOn: '2024-01-05' }) }),
    ).toBe('notYetIssued');
    expect(
      await attempt([free], [line(beta, 1n)], { entry: sale('2024-02-01', { effectiveOn: '2024-03-05' }) }),
    ).toBe('dateOrder');
    const after = await pool.query('select * from issuer_counter where issuer_id = $1 order by kind', [
      issuerId,
    ]);
    expect(after.rows).toEqual(before.rows);
    expect(await attempt([paper], [line(gamma, 10n)], { resolvesStops: true })).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('over-issue is rejected on any later day, and in a race', async () => {
    const { issuerId, common } = await open([[alpha, 9_999_000n]]);
    const give = (shares: bigint, day: string, effectiveOn = day) => ({
      issuerId,
      classId: common,
      entry: { ...entry(day), effectiveOn },
      lines: [line(beta, shares)],
    });
    expect(await rejectionOf(alone(pool, issue, give(1001n, '2024-02-01')))).toBe('overIssue');
    await alone(pool, issue, give(600n, '2024-03-01'));
    expect(await rejectionOf(alone(pool, issue, give(401n, '2024-03-02', '2024-02-10')))).toBe('overIssue');
    const race = await Promise.all(
      Array.from({ length: 12 }, () => rejectionOf(alone(pool, issue, give(100n, '2024-03-05')))),
    );
    expect(race.filter((one) => one === undefined)).toHaveLength(4);
    expect(race.filter((one) => one === 'overIssue')).toHaveLength(8);
    const more = {
      issuerId,
      classId: common,
      delta: -1n,
      effectiveOn: '2024-02-01',
      authority: 'Charter',
      recordedAt,
    };
    expect(await rejectionOf(alone(pool, changeAuthorized, more))).toBe('overIssue');
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('a reserve releases no more than it holds', async () => {
    const { issuerId, common } = await open([[alpha, 10n]]);
    const reserve = { issuerId, classId: common, name: 'Plan', kind: 'Plan' as const, shares: 500n };
    const reserveId = await alone(pool, openReserve, {
      ...reserve,
      effectiveOn: '2024-02-01',
      authority: 'Charter',
      recordedAt,
    });
    const draw = (shares: bigint, effectiveOn: string) =>
      rejectionOf(
        alone(pool, issue, {
          issuerId,
          classId: common,
          entry: { ...entry('2024-03-01'), effectiveOn },
          lines: [line(beta, shares)],
          source: { reserveId },
        }),
      );
    expect(await draw(501n, '2024-03-01')).toBe('reserveShort');
    expect(await draw(1n, '2024-01-20')).toBe('reserveShort');
    expect(await draw(500n, '2024-02-10')).toBeUndefined();
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('nothing is posted before a split, without authority, or at an inactive issuer', async () => {
    const { issuerId, common, certificates } = await open([[alpha, 100n]]);
    const split = {
      issuerId,
      classId: common,
      ratio: { numerator: 1n, denominator: 10n },
      fractionalType: 'None' as const,
    };
    expect(
      await rejectionOf(
        alone(pool, splitReverse, { ...split, entry: entry('2024-02-01', { authority: '' }) }),
      ),
    ).toBe('authorityMissing');
    const odd = { ...split, ratio: { numerator: 1n, denominator: 7n }, entry: entry('2024-02-01') };
    expect(await rejectionOf(alone(pool, splitReverse, odd))).toBe('fraction');
    await alone(pool, splitReverse, { ...split, entry: entry('2024-02-01') });
    const late = {
      issuerId,
      classId: common,
      entry: { ...entry('2024-03-01'), effectiveOn: '2024-01-31' },
      lines: [line(beta, 5n)],
    };
    expect(await rejectionOf(alone(pool, issue, late))).toBe('beforeClassAction');
    const old = {
      issuerId,
      entry: sale('2024-03-01'),
      certificates: [certificates[0]!.id],
      lines: [line(beta, 5n)],
    };
    expect(await rejectionOf(alone(pool, transfer, old))).toBe('notOutstanding');
    await alone(pool, setIssuerStatus, { issuerId, status: 'Inactive', inactiveOn: '2024-04-01' });
    expect(await rejectionOf(alone(pool, issue, { ...late, entry: entry('2024-04-02') }))).toBe(
      'inactiveIssuer',
    );
    expect(
      await rejectionOf(alone(pool, receive, { issuerId, kind: 'T', entry: { receivedOn: '2024-04-02' } })),
    ).toBe('inactiveIssuer');
  });

  test('a pending transaction is completed once, or canceled', async () => {
    const { issuerId, common } = await open([[alpha, 100n]]);
    const wait = () =>
      alone(pool, receive, { issuerId, kind: 'N' as const, entry: { receivedOn: '2024-02-01' } });
    const txnId = await wait();
    const complete = {
      issuerId,
      classId: common,
      entry: { ...entry('2024-02-03'), txnId },
      lines: [line(beta, 7n)],
    };
    expect((await alone(pool, issue, complete)).txnId).toBe(txnId);
    expect(await rejectionOf(alone(pool, issue, complete))).toBe('notPending');
    const other = await wait();
    await alone(pool, cancel, { issuerId, txnId: other, processedAt: '2024-02-04T12:00:00Z' });
    expect(
      await rejectionOf(alone(pool, cancel, { issuerId, txnId: other, processedAt: '2024-02-04T12:00:00Z' })),
    ).toBe('notPending');
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('lots keep their quantity, dates and basis', async () => {
    const { issuerId, common, certificates } = await open([[alpha, 101n]]);
    const certificateId = certificates[0]!.id;
    const lot = (acquiredOn: string, shares: bigint, totalCost: string) => ({
      acquiredOn,
      shares,
      totalCost,
      costPerShare: null,
      isCovered: true,
      method: 'Purchase',
    });
    const lots = [lot('2020-01-02', 40n, '100.01'), lot('2021-01-02', 61n, '333.33')];
    const short = { issuerId, certificateId, lots: lots.slice(1) };
    expect(await rejectionOf(alone(pool, addTaxLots, short))).toBe('lotSum');
    await alone(pool, addTaxLots, { issuerId, certificateId, lots });
    const gift = { ...entry('2024-02-01'), subKind: 'Gift' as const };
    await alone(pool, transfer, {
      issuerId,
      entry: gift,
      certificates: [certificateId],
      lines: [line(beta, 50n)],
    });
    const ratio = { numerator: 3n, denominator: 2n };
    await alone(pool, splitForward, {
      issuerId,
      classId: common,
      entry: entry('2024-03-01'),
      ratio,
      fractionalType: 'Round Up',
    });
    const { rows } = await pool.query(
      `select l.acquired_on, sum(l.total_cost)::text as cost, sum(l.shares)::int as shares from tax_lot l
         join certificate c on c.issuer_id = l.issuer_id and c.id = l.certificate_id and c.canceled_on = '9999-12-31'
        where l.issuer_id = $1 group by 1 order by 1`,
      [issuerId],
    );
    expect(rows.map((row) => row.cost)).toEqual(['100.01', '333.33']);
    expect(rows.reduce((sum, row) => sum + row.shares, 0)).toBe(101 + 25 + 26);
    expect(await proof(pool, issuerId)).toEqual([]);
  });

  test('a proxy counts no more than the entitled votes, and proves every proposal', async () => {
    const { issuerId, common } = await open([
      [alpha, 100n],
      [beta, 50n],
    ]);
    const proposal = {
      text: 'Elect',
      recommendation: 'For',
      standard: 'Plurality' as const,
      isElection: true,
    };
    const proxyId = await alone(pool, planProxy, {
      issuerId,
      classId: common,
      title: 'Annual',
      kind: 'Annual',
      recordOn: '2024-02-01',
      meetingAt: '5/1/2024 10:00 AM',
      quorumPercent: '50.00',
      proposals: [proposal],
    });
    const ballot = (shares: bigint, cast: bigint) => ({
      holderId: holders[alpha]!,
      shares,
      method: 'Mail',
      votedOn: '2024-03-01',
      votes: [{ proposal: 1, for: cast }],
    });
    const vote = (shares: bigint, cast: bigint) =>
      rejectionOf(alone(pool, castVotes, { issuerId, proxyId, ballots: [ballot(shares, cast)] }));
    expect(await vote(10n, 10n)).toBe('proxyState');
    await alone(pool, openProxy, {
      issuerId,
      proxyId,
      mailedOn: '2024-02-10',
      openedAt: '2024-02-10T12:00:00Z',
    });
    expect(await vote(101n, 101n)).toBe('notEntitled');
    expect(await vote(100n, 99n)).toBe('unproved');
    expect(await vote(90n, 90n)).toBeUndefined();
    expect(await vote(100n, 100n)).toBeUndefined();
    await alone(pool, closeProxy, { issuerId, proxyId });
    expect(await vote(10n, 10n)).toBe('proxyState');
    expect(await proof(pool, issuerId)).toEqual([]);
  });
});
