import type { PoolClient } from 'pg';
import { type CalendarDate, daysBetween } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import { checks } from '../ledger/invariants/run.ts';
import type { Issuer } from '../queries/issuers.ts';
import { agreementFaults, differencesOf, journalFaults } from './agreement.ts';
import { countKeys, countObjects } from './counts.ts';
import { holdingFaults } from './holdings.ts';
import { keyFaults } from './keys.ts';
import { labelFaults } from './labels.ts';
import { type Line, lines, type Unit } from './lines.ts';
import { percentFaults } from './percents.ts';
import { type Fault, subjectOf } from './subject.ts';
import { ta2Faults, ta2Years } from './ta2.ts';

/** Days after which an open record difference is aged (domain §1.1, 17Ad-11). */
const agedAfterDays = 30;

export type Violation = { customerIssuerId: bigint | null; issuer: string; object: string; sentence: string };

/** A class whose books differ by what a record difference explains. */
export type OutOfProof = {
  customerIssuerId: bigint;
  issuer: string;
  securityType: string;
  /** Signed: shares on one side only. */
  recordDifference: bigint;
  firstSeen: CalendarDate;
  ageInDays: number;
  agedAfterDays: number;
  isAged: boolean;
  cause: string;
};

export type LineResult = Line & {
  verdict: 'holds' | 'violated' | 'out of proof';
  examined: bigint;
  /** The first ones; `violationCount` tells how many there are. */
  violations: Violation[];
  violationCount: bigint;
};

export type Proof = { asOf: CalendarDate; issuers: number; lines: LineResult[]; outOfProof: OutOfProof[] };

export type ProveOptions = {
  issuers: readonly Issuer[];
  asOf: CalendarDate;
  /** Violations kept per invariant. */
  shownMax: number;
  onStep?: (step: { issuer: string; place: number; what: string }) => void;
};

const answerChecks = [
  ['holdings', holdingFaults],
  ['percentages', percentFaults],
  ['balances', agreementFaults],
  ['journal', journalFaults],
  ['labels', labelFaults],
] as const;

/**
 * Proves the 40 invariants of domain §10 over these issuers: the stored books for all days at once, the service's
 * answers at the close of `asOf`. Give it a client inside a read-only snapshot. The database does the adding; what is
 * kept here is a page of an answer and at most `shownMax` violations per line.
 */
export async function proveBooks(client: PoolClient, options: ProveOptions): Promise<Proof> {
  const { issuers, asOf, shownMax } = options;
  const counts = new Map<Unit, bigint>();
  const found = new Map(lines.map(({ number }) => [number, { count: 0n, shown: [] as Violation[] }]));
  const outOfProof: OutOfProof[] = [];
  const note = (issuer: Issuer | undefined, { number, object, sentence }: Fault) => {
    const line = found.get(number);
    if (!line) throw new Error(`There is no invariant ${number}.`);
    line.count += 1n;
    if (line.shown.length >= shownMax) return;
    line.shown.push({
      customerIssuerId: issuer?.customerId ?? null,
      issuer: issuer?.name ?? '',
      object,
      sentence,
    });
  };

  for (const [index, issuer] of issuers.entries()) {
    const step = (what: string) => options.onStep?.({ issuer: issuer.name, place: index + 1, what });
    step('objects');
    await countObjects(client, issuer.id, counts);
    for (const { number, sql } of checks) {
      step(`invariant ${number}`);
      for await (const row of streamRows<Omit<Fault, 'number'>>(client, sql, [issuer.id])) {
        note(issuer, { number, ...row });
      }
    }
    const subject = await subjectOf(client, issuer, asOf);
    for (const [what, faults] of answerChecks) {
      step(what);
      for await (const fault of faults(subject)) note(issuer, fault);
    }
    for (const one of await differencesOf(subject)) {
      const ageInDays = daysBetween(one.opened_on, asOf);
      outOfProof.push({
        customerIssuerId: issuer.customerId,
        issuer: issuer.name,
        securityType: subject.classes.find(({ id }) => id === one.class_id)?.name ?? `class ${one.class_id}`,
        recordDifference: one.shares,
        firstSeen: one.opened_on,
        ageInDays,
        agedAfterDays,
        isAged: ageInDays > agedAfterDays,
        cause: one.cause,
      });
    }
  }
  const years = issuers.length > 0 ? ta2Years(asOf) : [];
  for (const year of years)
    for await (const fault of ta2Faults(client, issuers, year)) note(undefined, fault);
  for await (const fault of keyFaults(client)) note(undefined, fault);
  counts.set('agent years', BigInt(years.length));
  counts.set('idempotency keys', await countKeys(client));

  return {
    asOf,
    issuers: issuers.length,
    outOfProof,
    lines: lines.map((line): LineResult => {
      const { count, shown } = found.get(line.number) ?? { count: 0n, shown: [] };
      const isOut = line.number === 27 && outOfProof.length > 0;
      return {
        ...line,
        verdict: count > 0n ? 'violated' : isOut ? 'out of proof' : 'holds',
        examined: counts.get(line.unit) ?? 0n,
        violations: shown,
        violationCount: count,
      };
    }),
  };
}

/** True when every invariant holds and no issuer is out of proof. */
export function isProved(proof: Proof): boolean {
  return proof.lines.every(({ verdict }) => verdict === 'holds');
}
