import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convert } from '../../registry/ledger/convert.ts';
import { declareDividend, payCashDividend } from '../../registry/ledger/dividends.ts';
import { checks, violations } from '../../registry/ledger/invariants/run.ts';
import { addTaxLots, placeStop } from '../../registry/ledger/notes.ts';
import { openProxy, planProxy } from '../../registry/ledger/proxies.ts';
import { retire } from '../../registry/ledger/retire.ts';
import { splitReverse } from '../../registry/ledger/split-reverse.ts';
import { transfer } from '../../registry/ledger/transfer.ts';
import { castVotes } from '../../registry/ledger/votes.ts';
import { alpha, beta, entry, gamma, openCompany, registerFive } from './company.ts';
import { alone, type Bench, proof, startBench } from './database.ts';

let bench: Bench;
let pool: Pool;
let issuerId: bigint;

beforeAll(async () => {
  bench = await startBench();
  ({ pool } = await bench.open('damage'));
  const holders = await registerFive(pool);
  const company = await openCompany(pool, holders, [
    [alpha, 100n, 'R'],
    [beta, 333n],
    [gamma, 5n],
  ]);
  ({ issuerId } = company);
  const { common: classId, certificates } = company;
  const lot = {
    acquiredOn: '2024-01-10',
    shares: 333n,
    costPerShare: '1.00',
    totalCost: '333.00',
    isCovered: true,
    method: 'Purchase',
  };
  await alone(pool, addTaxLots, { issuerId, certificateId: certificates[1]!.id, lots: [lot] });
  const stop = {
    issuerId,
    certificateId: certificates[2]!.id,
    kind: 'Issuer stop' as const,
    placedOn: '2024-01-20',
  };
  await alone(pool, placeStop, stop);
  const gift = { ...entry('2024-02-01'), subKind: 'Gift' as const };
  const lines = [{ holderId: holders[gamma]!, shares: 40n }];
  await alone(pool, transfer, { issuerId, entry: gift, certificates: [certificates[0]!.id], lines });
  const redeemed = { issuerId, entry: entry('2024-02-03'), certificates: [certificates[1]!.id], shares: 33n };
  await alone(pool, retire, redeemed);
  const { issued } = await company.put(company.units, [{ holderId: holders[beta]!, shares: 9n }]);
  const target = { classId, ratio: { numerator: 1n, denominator: 1n }, fractionalType: 'None' as const };
  const units = { issuerId, entry: entry('2024-02-05'), certificates: [issued[0]!.id], targets: [target] };
  await alone(pool, convert, units);
  const on = '2024-02-10';
  const proxyId = await alone(pool, planProxy, {
    issuerId,
    classId,
    title: 'Annual',
    kind: 'Annual',
    recordOn: on,
    meetingAt: '5/1/2024 10:00 AM',
    quorumPercent: '50.00',
    proposals: [{ text: 'Elect', recommendation: 'For', standard: 'Plurality', isElection: true }],
  });
  await alone(pool, openProxy, { issuerId, proxyId, mailedOn: on, openedAt: `${on}T20:00:00Z` });
  const votes = [{ proposal: 1, for: 60n }];
  const ballots = [{ holderId: holders[alpha]!, shares: 60n, method: 'Mail', votedOn: on, votes }];
  await alone(pool, castVotes, { issuerId, proxyId, ballots });
  const dates = { declaredOn: on, exOn: on, recordOn: on, payableOn: on };
  const cash = {
    issuerId,
    classId,
    kind: 'Cash' as const,
    ...dates,
    rate: '0.10',
    fractionalType: 'None' as const,
  };
  const dividendId = await alone(pool, declareDividend, cash);
  await alone(pool, payCashDividend, { issuerId, dividendId, paidAt: `${on}T20:00:00Z` });
  const ratio = { numerator: 1n, denominator: 3n };
  await alone(pool, splitReverse, {
    issuerId,
    classId,
    entry: entry('2024-03-01'),
    ratio,
    fractionalType: 'Round Up',
  });
});

afterAll(() => bench?.close());

test('the books are good before any damage', async () => {
  expect(await proof(pool, issuerId)).toEqual([]);
});

/** Each statement damages good books in one way; the proof must name the invariant. */
const damages: [number, string][] = [
  [1, `update authorized_change set delta = delta - 9999999 where issuer_id = $1`],
  [
    3,
    `update class_day set outstanding_delta = outstanding_delta + 1 where issuer_id = $1 and day = '2024-01-10'`,
  ],
  [4, `update certificate set is_treasury = true where issuer_id = $1 and number = 1`],
  [
    5,
    `update class_day set restricted_delta = restricted_delta + 1 where issuer_id = $1 and day = '2024-01-10'`,
  ],
  [6, `update certificate set acquired_on = '2030-01-01' where issuer_id = $1 and number = 1`],
  [
    8,
    `update control_entry set issued_delta = 1, credited_shares = 1, debited_shares = 0 where issuer_id = $1 and kind = 'N'`,
  ],
  [
    10,
    `insert into class_day values ($1, (select min(id) from security_class where issuer_id = $1), '2023-01-01', -5, 0, 0, 0)`,
  ],
  [
    11,
    `update certificate set shares = shares + 1 where issuer_id = $1 and issued_txn in (select id from txn where issuer_id = $1 and kind = 'T')`,
  ],
  [12, `update control_entry set txn_id = null where issuer_id = $1 and kind = 'N'`],
  [
    14,
    `update certificate set shares = shares + 33 where issuer_id = $1
        and issued_txn in (select id from txn where issuer_id = $1 and kind = 'R')`,
  ],
  [
    15,
    `update cash_in_lieu set holder_id = holder_id where issuer_id = $1; update certificate set shares = shares + 1 where issuer_id = $1 and issued_txn in (select id from txn where issuer_id = $1 and kind = 'V')`,
  ],
  [
    19,
    `update certificate set restriction = 'N' where issuer_id = $1 and issued_txn in (select id from txn where issuer_id = $1 and kind = 'T')`,
  ],
  [20, `update stop set released_on = null, released_txn = null where issuer_id = $1`],
  [21, `update txn set status = 'Rejected', completed_on = null where issuer_id = $1 and kind = 'T'`],
  [
    22,
    `update txn set received_on = '2030-01-01', completed_on = null, status = 'Pending' where issuer_id = $1 and kind = 'T'`,
  ],
  [38, `update tax_lot set shares = shares + 1 where issuer_id = $1`],
  [13, 'update txn_factor set numerator = 2 where issuer_id = $1'],
  [
    16,
    `insert into cash_in_lieu select issuer_id, id, (select min(id) from security_class where issuer_id = $1),
          (select max(holder_id) from account where issuer_id = $1), 1, 3, 0.01 from txn where issuer_id = $1 and kind = 'V'`,
  ],
  [17, 'update certificate set canceled_txn = issued_txn where issuer_id = $1 and canceled_txn is not null'],
  [
    18,
    `update certificate set class_id = class_id + 1, prefix = 'ZZ' where issuer_id = $1
          and id = (select max(canceled.id) from certificate canceled join txn t on t.issuer_id = $1 and t.id = canceled.canceled_txn
                     where canceled.issuer_id = $1 and t.kind = 'T')`,
  ],
  [33, 'update proxy_entitlement set shares = shares + 1 where issuer_id = $1'],
  [34, 'update proxy_vote set for_shares = for_shares + 1 where issuer_id = $1'],
  [36, 'update dividend_payment set shares = shares + 1 where issuer_id = $1'],
  [36, 'update dividend_payment set gross = gross + 0.01, net = net + 0.01 where issuer_id = $1'],
  [36, 'update dividend set distribution = distribution + 1 where issuer_id = $1'],
  [37, `update account set role = 'treasury' where issuer_id = $1`],
];

test.each(damages)('invariant %i is seen to be broken: %s', async (invariant, damage) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const part of damage.split(';')) await client.query(part.trim(), [issuerId]);
    const found: number[] = [];
    for await (const one of violations(client, issuerId)) found.push(one.invariant);
    expect(found).toContain(invariant);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('every invariant that is checked is damaged here', () => {
  const damaged = new Set(damages.map(([number]) => number));
  const spared = checks.map((check) => check.number).filter((number) => !damaged.has(number));
  expect(spared).toEqual([]);
});
