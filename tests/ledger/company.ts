// A small issuer with holders and certificates, for tests of the ledger.

import type { Pool } from 'pg';
import { afterAll } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { LedgerError, type Rule } from '#registry/ledger/core/ledger-error';
import { openAccount } from '#registry/ledger/core/record-verbs';
import { registerHolders } from '#registry/ledger/holders/holders';
import { type IssueLine, issue } from '#registry/ledger/issuance/issue';
import { openClass, openIssuer } from '#registry/ledger/issuers';
import { alone, openTestDatabases } from './database.ts';

/** Indexes of the holders in the list every company of these tests knows. */
export const [alpha, beta, gamma, quill, treasury] = [0, 1, 2, 3, 4] as const;
export const recordedAt = '2024-01-02T12:00:00Z';
let issuers = 100n;
let tick = 0;

/** An entry received, effective and completed on one day, posted after every earlier entry. */
export function entry(day: string, more: object = {}) {
  tick += 1;
  const processedAt = `${day}T12:${String(tick % 60).padStart(2, '0')}:00Z`;
  return { receivedOn: day, effectiveOn: day, completedOn: day, processedAt, authority: 'Order', ...more };
}

export function registerFive(pool: Pool): Promise<bigint[]> {
  return withTransaction(pool, (tx) =>
    registerHolders(
      tx,
      ['ALPHA', 'BETA', 'GAMMA', 'QUILL', 'TREASURY'].map((name) => ({
        customerId: name,
        name,
        sortName: name,
        accountType: 'Individual',
        isNominee: name === 'QUILL',
        isCertified: true,
        accessCode: 'AAAA-0000',
        primary: { address1: '1 A ST', city: 'ALBANY', country2Code: 'US', country: 'United States' },
        recordedAt,
      })),
    ),
  );
}

/**
 * A separate ledger for the test file, with the five holders; `open` creates a company in it, `line` a line of
 * an entry.
 */
export async function ledgerOfFile(name: string) {
  const databases = await openTestDatabases();
  afterAll(() => databases.close());
  const { pool } = await databases.open(name);
  const holders = await registerFive(pool);
  return {
    pool,
    holders,
    open: (lines: Parameters<typeof openCompany>[2]) => openCompany(pool, holders, lines),
    line: (holder: number, shares: bigint, more: object = {}) => ({
      holderId: holders[holder]!,
      shares,
      ...more,
    }),
  };
}

/** An issuer on 2024-01-10: common stock (limit 10,000,000) with the given certificates, units and warrants. */
export async function openCompany(
  pool: Pool,
  holders: readonly bigint[],
  lines: [holder: number, shares: bigint, restriction?: 'N' | 'R', form?: 'Certificate'][],
) {
  issuers += 1n;
  const issuerId = await alone(pool, openIssuer, {
    customerId: issuers,
    name: `Rules ${issuers}`,
    kind: 'test',
  });
  const base = { issuerId, openedOn: '2024-01-02', authority: 'Charter', recordedAt };
  const common = await alone(pool, openClass, {
    ...base,
    code: 'C' as const,
    name: 'Common',
    authorized: 10_000_000n,
    paperPrefix: 'CS',
  });
  const units = await alone(pool, openClass, {
    ...base,
    code: 'U' as const,
    name: 'Units',
    paperPrefix: 'U',
  });
  const warrants = await alone(pool, openClass, {
    ...base,
    code: 'W' as const,
    name: 'Warrants',
    paperPrefix: 'W',
  });
  for (const [index, holderId] of holders.entries()) {
    const role = index === treasury ? ('treasury' as const) : ('holder' as const);
    await alone(pool, openAccount, { issuerId, holderId, role, openedOn: '2024-01-02' });
  }
  const put = (classId: bigint, list: IssueLine[]) =>
    alone(pool, issue, { issuerId, classId, entry: entry('2024-01-10'), lines: list });
  const posted = await put(
    common,
    lines.map(([holder, shares, restriction, form]) => ({
      holderId: holders[holder]!,
      shares,
      restriction,
      form,
    })),
  );
  return { issuerId, common, units, warrants, put, certificates: posted.issued };
}

/** The rule by which the ledger refused, or undefined if it accepted. */
export async function rejectionOf(work: Promise<unknown>): Promise<Rule | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof LedgerError) return error.rule;
    throw error;
  }
}
