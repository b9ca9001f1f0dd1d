import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson } from '#lib/contract/wire/json';
import { clockIn } from '#registry/clock';
import type { JsonText } from '#registry/http/reply';
import { openReserve } from '#registry/ledger/capital';
import type { Posted } from '#registry/ledger/core/post';
import { openAccount } from '#registry/ledger/core/record-verbs';
import { splitReverse } from '#registry/ledger/corporate-actions/split-reverse';
import { payStockDividend } from '#registry/ledger/corporate-actions/stock-dividend';
import { declareDividend } from '#registry/ledger/dividends';
import { registerHolder } from '#registry/ledger/holders/holders';
import { issue } from '#registry/ledger/issuance/issue';
import { openClass, openIssuer } from '#registry/ledger/issuers';
import { receive, reject } from '#registry/ledger/pending-transactions';
import { retire } from '#registry/ledger/retire';
import { transfer } from '#registry/ledger/transfer';
import { transactionJournal } from '#registry/operations/generate-transaction-list/journal-json';
import { getDilutedPercentage } from '#registry/operations/get-diluted-percentage/handler';
import { getTA2Report } from '#registry/operations/get-ta2-report/handler';
import type { Context } from '#registry/operations/parts/context';
import { registerMemory } from '#registry/queries/memory';
import { alone, openTestDatabases, proof, type TestDatabases } from './database.ts';

/** A small ledger with known figures, posted by the ledger's functions and compared with a table. */
let databases: TestDatabases;
let pool: Pool;
let issuerId: bigint;
const posted: Posted[] = [];

const entry = (day: string, more: object = {}) => ({
  receivedOn: day,
  effectiveOn: day,
  completedOn: day,
  processedAt: `${day}T15:00:00Z`,
  authority: 'Board resolution',
  ...more,
});

function certificate(number: string): bigint {
  const found = posted.flatMap((one) => one.issued).find((one) => `${one.prefix}-${one.number}` === number);
  if (!found) throw new Error(`No certificate ${number}`);
  return found.id;
}

beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool } = await databases.open('golden'));
  issuerId = await alone(pool, openIssuer, { customerId: 4711n, name: 'Golden Example Inc.', kind: 'test' });
  const recordedAt = '2024-01-02T15:00:00Z';
  const classId = await alone(pool, openClass, {
    issuerId,
    code: 'C',
    name: 'Common',
    authorized: 1_000_000n,
    paperPrefix: 'CS',
    openedOn: '2024-01-02',
    authority: 'Charter',
    recordedAt,
  });
  const reserveId = await alone(pool, openReserve, {
    issuerId,
    classId,
    name: '2024 Option Plan',
    kind: 'Plan',
    shares: 50_000n,
    effectiveOn: '2024-01-02',
    authority: 'Charter',
    recordedAt,
  });
  const holders: Record<string, bigint> = {};
  for (const name of ['ALPHA', 'BETA', 'GAMMA', 'DELTA', 'QUILL', 'TREASURY']) {
    holders[name] = await alone(pool, registerHolder, {
      customerId: name,
      name,
      sortName: name,
      accountType: name === 'QUILL' ? 'NomineeOrDepository' : 'Individual',
      isNominee: name === 'QUILL',
      accessCode: 'AAAA-0000',
      primary: { address1: '1 Example Street', city: 'Albany', country2Code: 'US', country: 'United States' },
      recordedAt,
    });
    const role = name === 'TREASURY' ? ('treasury' as const) : ('holder' as const);
    await alone(pool, openAccount, { issuerId, holderId: holders[name], role, openedOn: '2024-01-02' });
  }
  const h = holders as Record<'ALPHA' | 'BETA' | 'GAMMA' | 'DELTA' | 'QUILL' | 'TREASURY', bigint>;
  const be = { form: 'BookEntry' as const, prefix: 'BE' };
  const keep = (one: Posted) => posted.push(one);

  keep(
    await alone(pool, issue, {
      issuerId,
      classId,
      entry: entry('2024-01-10', { subKind: 'Private placement' }),
      lines: [
        { holderId: h.ALPHA, shares: 100_000n, form: 'Certificate', restriction: 'R' },
        { holderId: h.QUILL, shares: 300_000n, ...be },
        { holderId: h.BETA, shares: 1_000n, ...be },
      ],
    }),
  );
  keep(
    await alone(pool, transfer, {
      issuerId,
      entry: { ...entry('2024-03-05'), subKind: 'Depository withdrawal' as const },
      certificates: [certificate('BE-1')],
      lines: [
        { holderId: h.QUILL, shares: 289_993n, ...be },
        { holderId: h.GAMMA, shares: 10_007n, ...be },
      ],
    }),
  );
  keep(
    await alone(pool, issue, {
      issuerId,
      classId,
      source: { reserveId },
      entry: entry('2024-06-01', { subKind: 'Option exercise' }),
      lines: [{ holderId: h.DELTA, shares: 5_000n, restriction: 'A', ...be }],
    }),
  );
  keep(
    await alone(pool, transfer, {
      issuerId,
      entry: { ...entry('2024-08-15'), subKind: 'Legend removal' as const },
      certificates: [certificate('CS-1')],
      lines: [
        { holderId: h.ALPHA, shares: 60_000n, form: 'Certificate', restriction: 'R' },
        { holderId: h.ALPHA, shares: 40_000n, restriction: 'N', ...be },
      ],
    }),
  );
  keep(
    await alone(pool, transfer, {
      issuerId,
      entry: { ...entry('2024-10-01'), subKind: 'Repurchase' as const },
      certificates: [certificate('BE-2')],
      lines: [
        { holderId: h.BETA, shares: 400n, ...be },
        { holderId: h.TREASURY, shares: 600n, form: 'BookEntry', prefix: 'TR' },
      ],
    }),
  );
  keep(
    await alone(pool, retire, {
      issuerId,
      entry: entry('2024-12-02', { subKind: 'Treasury retirement', isPresented: false }),
      certificates: [certificate('TR-1')],
    }),
  );
  keep(
    await alone(pool, splitReverse, {
      issuerId,
      classId,
      entry: entry('2025-03-17'),
      ratio: { numerator: 1n, denominator: 10n },
      fractionalType: 'Round Up',
    }),
  );
  const dividendId = await alone(pool, declareDividend, {
    issuerId,
    classId,
    kind: 'Stock',
    declaredOn: '2025-06-02',
    exOn: '2025-06-30',
    recordOn: '2025-06-30',
    payableOn: '2025-06-30',
    ratio: { numerator: 1n, denominator: 20n },
    ratioText: '5%',
    fractionalType: 'Cash In Lieu',
    cashPrice: '12.00',
  });
  keep(await alone(pool, payStockDividend, { issuerId, dividendId, entry: entry('2025-06-30') }));
  const rejected = await alone(pool, receive, {
    issuerId,
    kind: 'T',
    entry: { receivedOn: '2025-09-10', subKind: 'Sale' },
  });
  await alone(pool, reject, {
    issuerId,
    txnId: rejected,
    classId,
    kind: 'Medallion',
    rejectedOn: '2025-09-11',
    processedAt: '2025-09-11T15:00:00Z',
    reasonCode: 'M02',
    reason: 'Guarantee amount below transaction value',
    shares: 500n,
    holderId: h.GAMMA,
  });
  await alone(pool, receive, { issuerId, kind: 'T', entry: { receivedOn: '2026-02-02' } });
});

afterAll(() => databases?.close());

type Row = [string, number, number, number, number, number, number, number];

const table: Row[] = [
  ['2024-01-09', 0, 0, 0, 50_000, 0, 0, 0],
  ['2024-02-28', 401_000, 0, 401_000, 50_000, 100_000, 3, 3],
  ['2024-03-05', 401_000, 0, 401_000, 50_000, 100_000, 4, 4],
  ['2024-09-30', 406_000, 0, 406_000, 45_000, 65_000, 5, 6],
  ['2024-10-31', 406_000, 600, 405_400, 45_000, 65_000, 5, 6],
  ['2024-12-31', 405_400, 0, 405_400, 45_000, 65_000, 5, 6],
  ['2025-03-16', 405_400, 0, 405_400, 45_000, 65_000, 5, 6],
  ['2025-03-17', 40_541, 0, 40_541, 4_500, 6_500, 5, 6],
  ['2025-06-30', 42_568, 0, 42_568, 4_500, 6_825, 5, 12],
  ['2025-12-31', 42_568, 0, 42_568, 4_500, 6_825, 5, 12],
];

describe('golden mini-ledger', () => {
  test.each(table)('balances at %s', async (day, ...expected) => {
    const { rows } = await pool.query(
      `select d.outstanding + d.treasury as issued, d.treasury, d.outstanding, r.reserved, d.restricted,
              c.holders, d.certificates, c.outstanding as counted
         from (select coalesce(sum(outstanding_delta), 0)::int as outstanding,
                      coalesce(sum(treasury_delta), 0)::int as treasury,
                      coalesce(sum(restricted_delta), 0)::int as restricted,
                      coalesce(sum(certificates_delta), 0)::int as certificates
                 from class_day where issuer_id = $1 and day <= $2) as d,
              (select coalesce(sum(delta), 0)::int as reserved from reserve_change
                where issuer_id = $1 and effective_on <= $2) as r,
              (select count(distinct holder_id)::int as holders, coalesce(sum(shares), 0)::int as outstanding
                 from certificate where issuer_id = $1 and issued_on <= $2 and canceled_on > $2 and not is_treasury) as c`,
      [issuerId, day],
    );
    const { issued, treasury, outstanding, reserved, restricted, holders, certificates, counted } = rows[0];
    expect([issued, treasury, outstanding, reserved, restricted, holders, certificates]).toEqual(expected);
    expect(counted).toBe(outstanding);
  });

  test('holdings at the end', async () => {
    const { rows } = await pool.query(
      `select h.name, sum(c.shares)::int as shares from certificate c join holder h on h.id = c.holder_id
        where c.issuer_id = $1 and c.canceled_on > '2025-12-31' group by h.name order by shares desc`,
      [issuerId],
    );
    expect(rows).toEqual([
      { name: 'QUILL', shares: 30_450 },
      { name: 'ALPHA', shares: 10_500 },
      { name: 'GAMMA', shares: 1_051 },
      { name: 'DELTA', shares: 525 },
      { name: 'BETA', shares: 42 },
    ]);
  });

  test('the half share of GAMMA is paid in cash', async () => {
    const { rows } = await pool.query(
      'select h.name, l.amount from cash_in_lieu l join holder h on h.id = l.holder_id where l.issuer_id = $1',
      [issuerId],
    );
    expect(rows).toEqual([{ name: 'GAMMA', amount: '0.60' }]);
  });

  test('control book per year', async () => {
    const { rows } = await pool.query(
      `select kind, issued_delta::int as net, credited_shares::int as credit, debited_shares::int as debit
         from control_entry where issuer_id = $1 and issued_delta <> 0 order by id`,
      [issuerId],
    );
    expect(rows.map((row) => [row.kind, row.net, row.credit, row.debit])).toEqual([
      ['N', 401_000, 401_000, 0],
      ['N', 5_000, 5_000, 0],
      ['R', -600, 0, 600],
      ['V', 40_541 - 405_400, 40_541, 405_400],
      ['D', 2_027, 2_027, 0],
    ]);
  });

  test('statuses', async () => {
    const { rows } = await pool.query(
      'select status, count(*)::int as n from txn where issuer_id = $1 group by status order by status',
      [issuerId],
    );
    expect(rows).toEqual([
      { status: 'Completed', n: 8 },
      { status: 'Pending', n: 1 },
      { status: 'Rejected', n: 1 },
    ]);
  });

  test.each([
    [2024, 3n, false],
    [2025, 1n, false],
    [2026, 1n, true],
  ])('TA-2 of %i', async (year, items, isPartial) => {
    await pool.query('update security_class set is_drs_eligible = true where issuer_id = $1', [issuerId]);
    const report = await getTA2Report(context(), { year });
    expect(report).toMatchObject({
      isPartial,
      abbreviatedFilingEligible: true,
      itemsReceivedForTransfer: items,
      masterSecurityholderFileAccounts: 5n,
      accounts: { total: 5n, directRegistration: 4n, dividendReinvestmentOrDirectPurchase: 0n },
      services: { dividendPayingIssues: year === 2025 ? 1n : 0n, dividendAmount: 0 },
    });
  });

  test('diluted, and the journal of a year', async () => {
    const given = { customerIssuerId: 4711, cutoff: '2025-12-31', isPDF: false };
    const { securites } = await respond(getDilutedPercentage(context(), given));
    expect(securites[0].totalShares).toBe(47_068);
    expect(securites[0].shareholders.at(-1)).toMatchObject({ isReserved: true, shares: 4_500 });
    const year = { filterDateBy: 'EffectiveDate', startDate: '2025-01-01', endDate: '2025-12-31' } as const;
    const flags = { customerIssuerId: 4711, isPDF: false, returnJSON: true };
    const { transactions } = await respond(transactionJournal(context(), { ...year, ...flags }));
    expect(transactions.map((one: { typeCode: string }) => one.typeCode)).toEqual(['V', 'D']);
    expect(transactions[0].canceledCertificates).toHaveLength(6);
  });

  test('the books are in proof', async () => {
    expect(await proof(pool)).toEqual([]);
  });
});

/** The handler context, as far as these reads use it. */
function context(): Context {
  const clock = clockIn('America/New_York', new Date('2026-11-20T15:00:00Z'));
  const caller = { clientId: 'test', canWrite: false, isAgent: false, issuers: 'all' as const };
  return { pool, clock, caller, memory: registerMemory() } as unknown as Context;
}

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects of the response
async function respond(given: Promise<JsonText>): Promise<any> {
  return readJson((await Array.fromAsync((await given).jsonText)).join(''));
}
