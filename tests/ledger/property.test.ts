/** @module-tag scaled */
import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#lib/format/dates';
import { withTransaction } from '#lib/postgres/pool';
import { openReserve } from '#registry/ledger/capital';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import type { Posted } from '#registry/ledger/core/post';
import { openAccount } from '#registry/ledger/core/record-verbs';
import { declareDividend, payCashDividend } from '#registry/ledger/dividends';
import { registerHolders } from '#registry/ledger/holders/holders';
import { openClass, openIssuer } from '#registry/ledger/issuers';
import { alone, openTestDatabases, proof, type TestDatabases } from './database.ts';
import {
  emptyModel,
  eventDays,
  far,
  heldAt,
  joined,
  nominee,
  type Paper,
  sum,
  totalsAt,
  treasury,
} from './model.ts';
import { firstDay, type LedgerState, plan, type Step } from './steps.ts';
import { seedOfTree } from './tree-seed.ts';

/** More runs, new ones each time: FC_RUNS=500. A failure prints seed and shrunk steps; FC_SEED repeats it. */
const { FC_RUNS, FC_SEED } = process.env;
const numRuns = Number(FC_RUNS ?? (process.env.TEST_LANE === 'long' ? 300 : 30));
const seed = FC_SEED === undefined ? (FC_RUNS ? undefined : seedOfTree()) : Number(FC_SEED);

const weighted = fc.oneof(
  { weight: 8, arbitrary: fc.constant('issue' as const) },
  { weight: 8, arbitrary: fc.constant('transfer' as const) },
  { weight: 2, arbitrary: fc.constant('legend' as const) },
  { weight: 2, arbitrary: fc.constant('repurchase' as const) },
  { weight: 3, arbitrary: fc.constant('retire' as const) },
  { weight: 2, arbitrary: fc.constant('convert' as const) },
  { weight: 1, arbitrary: fc.constant('reserve' as const) },
  { weight: 3, arbitrary: fc.constantFrom('F' as const, 'V' as const, 'D' as const) },
);

const steps = fc.array(
  fc.record<Step>({
    kind: weighted,
    wait: fc.integer({ min: 0, max: 3 }),
    back: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
    ),
    cls: fc.integer({ min: 0, max: 1 }),
    pick: fc.nat(999),
    who: fc.integer({ min: 0, max: nominee }),
    amount: fc.integer({ min: 1, max: 4000 }),
    code: fc.nat(3),
    ratio: fc.integer({ min: 2, max: 30 }),
    rounding: fc.nat(3),
  }),
  { minLength: 8, maxLength: 28 },
);

let databases: TestDatabases;
let pool: Pool;
let holders: bigint[];
let issuers = 0n;

beforeAll(async () => {
  databases = await openTestDatabases();
  ({ pool } = await databases.open('property'));
  holders = await withTransaction(pool, (tx) =>
    registerHolders(
      tx,
      ['ALPHA', 'BETA', 'GAMMA', 'DELTA', 'EPSILON', 'QUILL', 'TREASURY'].map((name, index) => ({
        customerId: name,
        name,
        sortName: name,
        accountType: 'Individual',
        isNominee: index === nominee,
        isCertified: true,
        accessCode: 'AAAA-0000',
        primary: { address1: '1 A ST', city: 'ALBANY', country2Code: 'US', country: 'United States' },
        recordedAt: '2024-01-01T00:00:00Z',
      })),
    ),
  );
});

afterAll(() => databases?.close());

async function openState(): Promise<LedgerState> {
  issuers += 1n;
  const model = emptyModel();
  return withTransaction(pool, async (tx) => {
    const issuerId = await openIssuer(tx, { customerId: issuers, name: `Model ${issuers}`, kind: 'test' });
    const fixed = { issuerId, authority: 'Charter', recordedAt: '2024-01-01T00:00:00Z', openedOn: firstDay };
    const common = await openClass(tx, {
      ...fixed,
      code: 'C',
      name: 'Common',
      authorized: 60_000n,
      paperPrefix: 'CS',
    });
    const preferred = await openClass(tx, {
      ...fixed,
      code: 'P',
      name: 'Pref',
      authorized: 20_000n,
      paperPrefix: 'PS',
    });
    const reserveId = await openReserve(tx, {
      ...fixed,
      classId: common,
      name: 'Plan',
      kind: 'Plan',
      shares: 9_000n,
      effectiveOn: firstDay,
    });
    for (const [index, holderId] of holders.entries()) {
      const role = index === treasury ? ('treasury' as const) : ('holder' as const);
      await openAccount(tx, { issuerId, holderId, role, openedOn: firstDay });
    }
    model.authorized.push({ cls: 0, day: 0, delta: 60_000n }, { cls: 1, day: 0, delta: 20_000n });
    model.reserved.push({ cls: 0, day: 0, delta: 9_000n });
    return { pool, issuerId, classIds: [common, preferred], reserveId, holders, model, day: 1, tick: 0 };
  });
}

/** The kinds of transactions by which positions move. */
const moving: Partial<Record<Step['kind'], 'N' | 'T' | 'C' | 'R'>> = {
  ...{ issue: 'N', transfer: 'T', legend: 'T', repurchase: 'T', retire: 'R', convert: 'C' },
};

async function take(state: LedgerState, step: Step): Promise<void> {
  state.day += step.wait;
  const planned = plan(state, step);
  if (!planned) return;
  let posted: Posted | undefined;
  try {
    posted = await planned.run();
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    expect(planned.allowed, `refused by ${error.rule}: ${error.message}`).toBe(false);
    return;
  }
  expect(planned.allowed, `${step.kind} should have been refused`).toBe(true);
  const { model, classIds } = state;
  const kind = moving[step.kind];
  // A planned paper is a copy of the one it replaces; whether it is a position is decided by what joins.
  const apart = { ...planned, add: planned.add.map((one) => ({ ...one, isPosition: false })) };
  const { cancel, add } = kind ? joined(model, kind, apart) : apart;
  for (const paper of cancel) paper.to = planned.day;
  const position = add.filter((one) => one.isPosition);
  const expected = add.map((one) => `${one.cls} ${one.holder} ${one.shares} ${one.code}`).sort();
  const made = (posted?.issued ?? []).map(
    (one): Paper => ({
      id: one.id,
      number: one.number,
      prefix: one.prefix,
      cls: classIds.indexOf(one.classId),
      holder: holders.indexOf(one.holderId),
      shares: one.shares,
      code: one.restriction,
      from: planned.day,
      to: far,
      isPosition: position.some(
        (each) => each.cls === classIds.indexOf(one.classId) && each.holder === holders.indexOf(one.holderId),
      ),
    }),
  );
  expect(made.map((one) => `${one.cls} ${one.holder} ${one.shares} ${one.code}`).sort()).toEqual(expected);
  model.papers.push(...made);
  planned.after?.();
}

async function compare(state: LedgerState, cls: number, day: number): Promise<void> {
  const { issuerId, model } = state;
  const on = addDays(firstDay, day);
  const { rows } = await pool.query(
    `select d.o + d.t as issued, d.t as treasury, d.o as outstanding, d.r as restricted, d.c as certificates,
            (select coalesce(sum(delta), 0)::bigint from reserve_change
              where issuer_id = $1 and class_id = $2 and effective_on <= $3) as reserved,
            (select count(distinct holder_id) from certificate where issuer_id = $1 and class_id = $2
               and issued_on <= $3 and canceled_on > $3 and not is_treasury) as holders
       from (select coalesce(sum(outstanding_delta), 0)::bigint as o, coalesce(sum(treasury_delta), 0)::bigint as t,
                    coalesce(sum(restricted_delta), 0)::bigint as r, coalesce(sum(certificates_delta), 0)::bigint as c
               from class_day where issuer_id = $1 and class_id = $2 and day <= $3) as d`,
    [issuerId, state.classIds[cls], on],
  );
  expect(rows[0], `totals on ${on}`).toEqual(totalsAt(model, cls, day));
  const { rows: owners } = await pool.query(
    `select holder_id, sum(shares)::bigint as shares from certificate
      where issuer_id = $1 and class_id = $2 and issued_on <= $3 and canceled_on > $3 group by 1 order by 1`,
    [issuerId, state.classIds[cls], on],
  );
  const held = heldAt(model, cls, day);
  const requested = holders.map((holder_id, index) => ({
    holder_id,
    shares: sum(held.filter((one) => one.holder === index)),
  }));
  expect(owners, `owners on ${on}`).toEqual(requested.filter((one) => one.shares > 0n));
}

/** Pays 0.0875 per share on the last day and compares every account with a count in 1/10,000 dollar. */
async function payAll(state: LedgerState): Promise<void> {
  const { issuerId, model, classIds } = state;
  const on = addDays(firstDay, state.day);
  const dates = { declaredOn: on, exOn: on, recordOn: on, payableOn: on };
  const shape = {
    issuerId,
    classId: classIds[0],
    kind: 'Cash' as const,
    ...dates,
    rate: '0.0875',
    fractionalType: 'None' as const,
  };
  const dividendId = await alone(pool, declareDividend, shape);
  await alone(pool, payCashDividend, { issuerId, dividendId, paidAt: `${on}T23:00:00Z` });
  const { rows } = await pool.query(
    'select holder_id, gross from dividend_payment where issuer_id = $1 and dividend_id = $2 order by 1',
    [issuerId, dividendId],
  );
  const held = heldAt(model, 0, state.day);
  const requested: { holder_id: bigint; gross: string }[] = [];
  for (const [index, holder_id] of holders.entries()) {
    const shares = index === treasury ? 0n : sum(held.filter((one) => one.holder === index));
    const cents = (shares * 875n + 50n) / 100n;
    if (shares > 0n)
      requested.push({ holder_id, gross: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` });
  }
  expect(rows).toEqual(requested);
}

test('random histories match the naive register at every kind of cutoff', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(60), { minLength: 2, maxLength: 4 }), async (list, cutoffs) => {
      const state = await openState();
      for (const step of list) await take(state, step);
      for (const cls of [0, 1]) {
        const action = state.model.actionDay[cls]!;
        const around = action > 0 ? [action - 1, action, action + 1] : [];
        const days = eventDays(state.model, cls, 0);
        for (const day of new Set([...cutoffs, ...around, state.day, days.at(-1) ?? 0]))
          await compare(state, cls, day);
      }
      await payAll(state);
      expect(await proof(pool, state.issuerId)).toEqual([]);
    }),
    // Shrinking ends in time to print what failed.
    {
      ...{ numRuns, seed, endOnFailure: process.env.FC_SHRINK === '0' },
      ...{ interruptAfterTimeLimit: 500_000, markInterruptAsFailure: true },
    },
  );
}, 600_000);
