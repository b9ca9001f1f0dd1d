// Measures reads of a large register over HTTP, against the same statements sent to the database.

import { lastDay } from '#demo/large/plan';
import { addDays } from '#lib/format/dates';
import type { Db } from '#registry/db/session';
import { capTablePage } from '#registry/queries/cap-table';
import { classesOf } from '#registry/queries/classes';
import { certificatesOf, holderPage } from '#registry/queries/holdings';
import { findIssuer, type Issuer } from '#registry/queries/issuers';
import { largestHolders } from '#registry/queries/largest-holders';
import { registerMemory } from '#registry/queries/memory';
import { ownershipAt } from '#registry/queries/ownership';
import { findHolders } from '#registry/queries/search/holders';
import { registerTotals } from '#registry/queries/totals';
import { type LargeRegistry, largeRegistry } from '../programs/large-registry.ts';
import { burst } from '../programs/load-generator.ts';
import { today } from '../programs/today.ts';
import { alternating, type Form, median, type Row, row } from '../row.ts';
import { rawMs, statementsOf } from './raw.ts';

/** Seeding the registers takes minutes. */
export const heavy = true;

const rows = 50;
const cutoff = '2021-03-31';
/** Two words that many names have. */
const searched = 'family trust';

/** The reads of one issuer: over HTTP, and the same statements sent to the database. */
async function readsOf(registry: LargeRegistry, customerId: number) {
  const issuer = (await findIssuer(registry.pool, { customerId: BigInt(customerId) })) as Issuer;
  const memory = registerMemory();
  const totals = await registerTotals(registry.pool, memory, issuer, today);
  const [positions, holders] = [Number(totals.positions), Number(totals.holders)];
  const page = (path: string, start: number) =>
    `/api/v1/Issuer/shareholder/${path}?CustomerIssuerId=${customerId}&Start=${start}&NumberOfRows=${rows}`;
  const classes = (db: Db, day: string) => classesOf(db, issuer.id, day);
  const capTable = (start: number) => ({
    path: page('cap/table', start),
    read: async (db: Db) => {
      await classes(db, today);
      await registerTotals(db, registerMemory(), issuer, today);
      await capTablePage(db, memory, issuer, today, { start, rows });
    },
  });
  const details = (start: number) => ({
    path: page('details', start),
    read: async (db: Db) => {
      await classes(db, today);
      await registerTotals(db, registerMemory(), issuer, today);
      const found = await holderPage(db, memory, issuer, today, { start, rows });
      const ids = found.map(({ holder }) => holder.id);
      await certificatesOf(db, issuer.id, today, ids);
    },
  });
  const balance = (day: string) => ({
    path: `/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=${customerId}&CutoffDate=${day}`,
    read: async (db: Db) => {
      await classes(db, day);
      await registerTotals(db, registerMemory(), issuer, day);
    },
  });
  return {
    capTable: capTable(0),
    capTableDeep: capTable(positions - rows),
    details: details(0),
    detailsDeep: details(holders - rows),
    search: {
      path: `/agent/v1/search?customerIssuerId=${customerId}&text=${encodeURIComponent(searched)}`,
      read: async (db: Db) => {
        await findHolders(db, { issuerId: issuer.id, day: today, text: searched, limit: 21 });
        await classes(db, today);
      },
    },
    largest: {
      path: `/agent/v1/largest-holders?customerIssuerId=${customerId}&cutoff=`,
      read: (db: Db, day: string) => largestHolders(db, registerMemory(), issuer, day),
    },
    balance: balance(today),
    balancePast: balance(cutoff),
    ownership: {
      path: `/api/v1/Report/GetOwnershipPercentage?customerIssuerId=${customerId}&sortBy=Shares&orderBy=Descending`,
      read: (db: Db) =>
        ownershipAt(db, issuer.id, today, [...totals.byClass.keys()], { by: 'Shares', descending: true }),
    },
    holders,
  };
}

/** Slope of the least squares line through the logarithms. */
function exponent(points: readonly { size: number; ms: number }[]): number {
  const x = points.map(({ size }) => Math.log(size));
  const y = points.map(({ ms }) => Math.log(ms));
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [mx, my] = [mean(x), mean(y)];
  const top = x.reduce((sum, one, at) => sum + (one - mx) * ((y[at] ?? 0) - my), 0);
  return top / x.reduce((sum, one) => sum + (one - mx) ** 2, 0);
}

/**
 * Reads of a large register over HTTP against the same statements, prepared, through the same driver. The
 * registry's cache stays in use between requests; the baseline is the database without it.
 */
export async function measure({ full }: Form): Promise<Row[]> {
  const largest = full ? 1_000_000 : 100_000;
  const sizes = [1000, 10_000, 100_000, ...(full ? [largest] : [])];
  const registry = await largeRegistry();
  const client = await registry.pool.connect();
  try {
    for (const [at, holders] of sizes.entries()) await registry.seed(5001 + at, holders);
    // Flushes now what the seeding left dirty; otherwise it would be written during the measurement.
    await client.query('checkpoint');
    const program = await registry.start();
    // Short alternating rounds: a disturbance of the machine affects both.
    const requests = 50;
    const rounds = full ? 121 : 45;
    const httpMs = (path: string, count = requests) =>
      burst([{ address: program.url + path, headers: program.headers }], count).then(({ p50 }) => p50);
    const reads = await readsOf(registry, 5000 + sizes.length);
    const result: Row[] = [];
    for (const [what, one] of [
      ['cap table, first page', reads.capTable],
      ['cap table, last page', reads.capTableDeep],
      ['shareholder details, first page', reads.details],
      ['search of two words', reads.search],
      ['balance of today', reads.balance],
      [`balance of ${cutoff}`, reads.balancePast],
    ] as const) {
      const statements = await statementsOf(registry.pool, one.read);
      await httpMs(one.path);
      await rawMs(client, statements, 20);
      const { ours, floors } = await alternating(
        rounds,
        () => httpMs(one.path),
        () => rawMs(client, statements, requests),
      );
      result.push(
        row(`${what}, of ${largest} holders`, 'ms', {
          values: ours,
          floors,
          limit: { of: 'added', atMost: 0.5 },
        }),
      );
    }
    for (const [what, deep, first] of [
      ['cap table', reads.capTableDeep, reads.capTable],
      ['shareholder details', reads.detailsDeep, reads.details],
    ] as const) {
      const { ours, floors } = await alternating(
        rounds,
        () => httpMs(deep.path),
        () => httpMs(first.path),
      );
      result.push(
        row(`${what}, last page against the first`, 'ms', {
          values: ours,
          floors,
          limit: { of: 'ratio', atMost: 2 },
        }),
      );
    }
    const statements = await statementsOf(registry.pool, reads.ownership.read);
    const perSecond = (ms: number) => (reads.holders / ms) * 1000;
    const { ours, floors } = await alternating(
      full ? 3 : 5,
      () => httpMs(reads.ownership.path, 1).then(perSecond),
      () => rawMs(client, statements, 1).then(perSecond),
    );
    result.push(
      row(`ownership of all ${reads.holders} accounts`, 'accounts/s', {
        values: ours,
        floors,
        limit: { of: 'ratio', atLeast: 0.5 },
      }),
    );
    // Another day each time, so that nothing is cached.
    let daysBack = 0;
    const nextDay = () => {
      daysBack += 1;
      return addDays(lastDay, -daysBack);
    };
    const { ours: sums, floors: sumFloors } = await alternating(
      full ? 5 : 9,
      () => httpMs(`${reads.largest.path}${nextDay()}`, 1),
      async () => {
        const day = nextDay();
        return rawMs(client, await statementsOf(registry.pool, (db) => reads.largest.read(db, day)), 1);
      },
    );
    result.push(
      row(`largest holders and totals, of ${reads.holders} accounts`, 'ms', {
        values: sums,
        floors: sumFloors,
        limit: { of: 'ratio', atMost: 1.5 },
      }),
    );
    const growing = await Promise.all(
      [0, 1, 2].map(async (at) => ({
        size: sizes[at]! * 10,
        reads: await readsOf(registry, 5001 + at),
      })),
    );
    for (const [what, pick] of [
      ['cap table, first page', 'capTable'],
      ['cap table, last page', 'capTableDeep'],
      ['search of two words', 'search'],
      ['balance of today', 'balance'],
      [`balance of ${cutoff}`, 'balancePast'],
    ] as const) {
      const exponents: number[] = [];
      for (let round = 0; round < (full ? 15 : 7); round += 1) {
        const points: { size: number; ms: number }[] = [];
        for (const { size, reads: one } of growing) {
          const ms = await statementsOf(registry.pool, one[pick].read).then((sent) =>
            rawMs(client, sent, requests),
          );
          points.push({ size, ms });
        }
        exponents.push(exponent(points));
      }
      result.push(
        row(`${what}: growth from 10,000 to 1,000,000 certificates`, 'exponent', {
          values: exponents,
          limit: { of: 'value', atMost: 0.1 },
          note: `in the database, totals summed anew each time; median ${median(exponents).toFixed(3)}`,
        }),
      );
    }
    await program.stop();
    return result;
  } finally {
    client.release();
    await registry.release();
  }
}
