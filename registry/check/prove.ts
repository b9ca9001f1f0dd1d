// Runs the 41 invariants over the books of issuers and collects violations.

import type { PoolClient } from 'pg';
import { type CalendarDate, daysBetween } from '#lib/format/dates';
import { streamRows } from '#lib/postgres/pool';
import { checks } from '../ledger/invariants/run.ts';
import type { Issuer } from '../queries/issuers.ts';
import { agreementFindings, differencesOf, journalFindings } from './agreement.ts';
import { countKeys, countObjects } from './counts.ts';
import { holdingFindings } from './holdings.ts';
import { type Line, lines, type Unit } from './invariant-list.ts';
import { keyFindings } from './keys.ts';
import { labelFindings } from './labels.ts';
import { percentFindings } from './percents.ts';
import { type Finding, subjectOf } from './subject.ts';
import { ta2Findings, ta2Years } from './ta2.ts';

/** An open record difference older than this many days is aged (SEC rule 17Ad-11). */
const agedAfterDays = 30;

export type Violation = { customerIssuerId: bigint | null; issuer: string; object: string; sentence: string };

/** A class out of proof by the amount of its open record differences. */
export type OutOfProof = {
  customerIssuerId: bigint;
  issuer: string;
  securityType: string;
  /** Signed: shares that are in one of the two records only. */
  recordDifference: bigint;
  firstSeen: CalendarDate;
  /** Not after the day on which it was first seen; its age counts from here. */
  existedSince: CalendarDate;
  ageInDays: number;
  agedAfterDays: number;
  isAged: boolean;
  cause: string;
};

export type LineResult = Line & {
  verdict: 'holds' | 'violated' | 'out of proof';
  examined: bigint;
  /** At most `shownMax` of them; `violationCount` is the full number. */
  violations: Violation[];
  violationCount: bigint;
};

export type Proof = { asOf: CalendarDate; issuers: number; lines: LineResult[]; outOfProof: OutOfProof[] };

export type ProveOptions = {
  issuers: readonly Issuer[];
  asOf: CalendarDate;
  /** Maximum violations listed per invariant. */
  shownMax: number;
  onStep?: (step: { issuer: string; place: number; what: string }) => void;
};

const responseChecks = [
  ['holdings', holdingFindings],
  ['percentages', percentFindings],
  ['balances', agreementFindings],
  ['journal', journalFindings],
  ['labels', labelFindings],
] as const;

/**
 * Checks the 41 invariants for these issuers: the stored books for all days, the service's responses as of the
 * close of `asOf`. `client` must be inside a read-only snapshot. The database does the sums, so memory holds
 * only one page of a response and at most `shownMax` violations per line.
 */
export async function proveBooks(client: PoolClient, options: ProveOptions): Promise<Proof> {
  const { issuers, asOf, shownMax } = options;
  const counts = new Map<Unit, bigint>();
  const found = new Map(lines.map(({ number }) => [number, { count: 0n, shown: [] as Violation[] }]));
  const outOfProof: OutOfProof[] = [];
  const note = (issuer: Issuer | undefined, { number, object, sentence }: Finding) => {
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
      for await (const row of streamRows<Omit<Finding, 'number'>>(client, sql, [issuer.id])) {
        note(issuer, { number, ...row });
      }
    }
    const subject = await subjectOf(client, issuer, asOf);
    for (const [what, errors] of responseChecks) {
      step(what);
      for await (const error of errors(subject)) note(issuer, error);
    }
    for (const one of await differencesOf(subject)) {
      const ageInDays = daysBetween(one.existed_since, asOf);
      outOfProof.push({
        customerIssuerId: issuer.customerId,
        issuer: issuer.name,
        securityType: subject.classes.find(({ id }) => id === one.class_id)?.name ?? `class ${one.class_id}`,
        recordDifference: one.shares,
        firstSeen: one.opened_on,
        existedSince: one.existed_since,
        ageInDays,
        agedAfterDays,
        isAged: ageInDays > agedAfterDays,
        cause: one.cause,
      });
    }
  }
  const years = issuers.length > 0 ? ta2Years(asOf) : [];
  for (const year of years)
    for await (const error of ta2Findings(client, issuers, year)) note(undefined, error);
  for await (const error of keyFindings(client)) note(undefined, error);
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
