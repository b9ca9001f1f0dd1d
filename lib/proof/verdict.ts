// The verdict on an issuer's books, made from their comparisons and differences.

import { daysBetween, formatDate } from '#lib/format/dates';
import { formatCents } from '#lib/format/money';
import { counted } from '#lib/format/shares';
import type { Comparison, Measure } from './comparison.ts';
import { comparisonsOf } from './comparisons.ts';
import { type FileFacts, fileComparisons } from './file-comparisons.ts';
import type { OpenDifference, ProofFacts } from './proof-facts.ts';

export type VerdictKind = 'in proof' | 'out of proof' | 'not provable';

/** A difference is aged when it is older than this many calendar days (17 CFR 240.17Ad-11). */
export const agedAfterDays = 30;

/** Something that puts a class out of proof. */
export type Cause = {
  className: string;
  text: string;
  /** Signed; null where the cause is not counted in shares. */
  shares: bigint | null;
  since: string | null;
  days: number | null;
  isAged: boolean;
};

/**
 * A source that could not be read, and why: 'is not offered by this registry'. With `error`, reading it again may
 * succeed.
 */
export type Missing = {
  source: string;
  reason: string;
  error?: { code: string; message: string; requestId?: string };
};

export type ClassVerdict = { className: string; shares: bigint; causes: readonly Cause[] };

export type Verdict = {
  kind: VerdictKind;
  date: string;
  /** 'Out of proof: 40 shares'. */
  label: string;
  sentence: string;
  /** Classes out of proof, worst first; '' names what belongs to the issuer as a whole. */
  classes: readonly ClassVerdict[];
  missing: readonly Missing[];
  comparisons: readonly Comparison[];
  differences: readonly OpenDifference[];
};

type Given = {
  date: string;
  /** The facts, by the registry's operations or from its control-book file, or which sources could not be read. */
  facts: ProofFacts | FileFacts | readonly Missing[];
  /** Comparisons made from other reads, such as answers of the interface. */
  others?: readonly Comparison[];
  /** '2:03 PM EST', where the sentence should say when the books were read. */
  readAt?: string | null;
};

const magnitude = (value: bigint) => (value < 0n ? -value : value);

/** The verdict on an issuer's books at the close of a day, with the sentence that says it. */
export function verdictOf({ date, facts, others = [], readAt = null }: Given): Verdict {
  const read = 'classes' in facts ? facts : null;
  const own = read ? ('answers' in read ? fileComparisons(read) : comparisonsOf(read)) : [];
  const comparisons = [...own, ...others];
  const differences = read?.differences ?? [];
  const classes = classVerdicts(comparisons, differences, date);
  const missing: Missing[] = read ? [] : [...(facts as readonly Missing[])];
  // Nothing read and nothing named as unread is still nothing read.
  if (!read && missing.length === 0) missing.push({ source: 'The books', reason: 'were not read' });
  if (read && read.date !== date)
    missing.push({ source: 'The books', reason: `were read as of ${formatDate(read.date)}` });
  // Other comparisons add causes; one that could not be made takes nothing away from the books.
  const unread = own.filter(({ result }) => result === 'not read');
  if (read && unread.length > 0)
    missing.push({ source: counted(unread.length, 'figure'), reason: 'could not be read' });
  const kind = classes.length > 0 ? 'out of proof' : missing.length > 0 ? 'not provable' : 'in proof';
  const found = { kind, date, classes, missing, comparisons, differences } as const;
  const origin = read && 'answers' in read ? ' Control book read from its file.' : '';
  const sentence = `${sentenceOf(found, read?.classes.length ?? 0, readAt)}${origin}`;
  return { ...found, label: labelOf(found), sentence };
}

/** The verdict on one class alone, from the same comparisons. */
export const kindOf = (verdict: Verdict, className: string): VerdictKind =>
  verdict.classes.some((one) => one.className === className)
    ? 'out of proof'
    : verdict.missing.length > 0
      ? 'not provable'
      : 'in proof';

function classVerdicts(
  comparisons: readonly Comparison[],
  differences: readonly OpenDifference[],
  date: string,
): ClassVerdict[] {
  const differing = comparisons.filter(({ result }) => result === 'differs');
  const names = new Set([...differing, ...differences].map(({ className }) => className));
  return [...names]
    .map((className): ClassVerdict => {
      const recorded = differences.filter((one) => one.className === className);
      const own = differing.filter((one) => one.className === className);
      const gap = own
        .filter(({ isOfShares }) => isOfShares)
        .reduce(
          (most, one) => (magnitude(one.difference ?? 0n) > most ? magnitude(one.difference ?? 0n) : most),
          0n,
        );
      const shares = recorded.reduce((sum, one) => sum + magnitude(one.shares), gap);
      const causes = [
        ...recorded.map((one) => causeOf(one.className, one.cause, one.shares, one.existedSince, date)),
        ...distinct(own).map((one) =>
          causeOf(
            one.className,
            causeWithFigure(one),
            one.isOfShares ? one.difference : null,
            one.since,
            date,
          ),
        ),
      ];
      return { className, shares, causes };
    })
    .sort((a, b) => (a.shares === b.shares ? 0 : a.shares > b.shares ? -1 : 1));
}

/**
 * One comparison per cause: of those that count the same, the one with the largest difference; shares of the class come
 * before other figures. A day it began is kept.
 */
function distinct(comparisons: readonly Comparison[]): Comparison[] {
  const found = new Map<string, Comparison>();
  for (const one of comparisons) {
    const known = found.get(one.cause);
    if (!known || outweighs(one, known))
      found.set(one.cause, { ...one, since: one.since ?? known?.since ?? null });
  }
  return [...found.values()];
}

/** Figures of two kinds are not compared: 3 certificates are not more than 2 shares. */
function outweighs(one: Comparison, known: Comparison): boolean {
  if (one.isOfShares !== known.isOfShares) return one.isOfShares;
  if (one.measure !== known.measure) return false;
  return magnitude(one.difference ?? 0n) > magnitude(known.difference ?? 0n);
}

const figureTexts: Record<Measure, (difference: bigint) => string> = {
  shares: (by) => `by ${counted(by, 'share')}`,
  cents: (by) => `by ${formatCents(by)}`,
  certificates: (by) => `by ${counted(by, 'certificate')}`,
  holders: (by) => `by ${counted(by, 'holder')}`,
  'affected holders': (of) => `for ${counted(of, 'holder')}`,
  transactions: (by) => `by ${counted(by, 'transaction')}`,
};

/** The cause with its figure, where that is not one of shares of the class. */
const causeWithFigure = ({ cause, measure, difference }: Comparison) =>
  measure && difference !== null ? `${cause} ${figureTexts[measure](magnitude(difference))}` : cause;

function causeOf(
  className: string,
  text: string,
  shares: bigint | null,
  since: string | null,
  date: string,
): Cause {
  const days = since === null ? null : daysBetween(since, date);
  return { className, text, shares, since, days, isAged: days !== null && days > agedAfterDays };
}

type Found = Pick<Verdict, 'kind' | 'date' | 'classes' | 'missing' | 'comparisons'>;

function labelOf({ kind, classes }: Found): string {
  if (kind === 'in proof') return 'In proof';
  if (kind === 'not provable') return 'Not provable';
  const most = classes[0]?.shares ?? 0n;
  return most > 0n ? `Out of proof: ${counted(most, 'share')}` : 'Out of proof';
}

function sentenceOf(found: Found, classCount: number, readAt: string | null): string {
  const { kind, date, classes, missing, comparisons } = found;
  const day = formatDate(date);
  const read = readAt ? ` Read ${readAt}.` : '';
  const unread = missing.map(({ source, reason }) => `${source} ${reason}`).join('; ');
  if (kind === 'in proof')
    return `In proof on ${day}: control book, register and record differences agree for ${counted(classCount, 'class', 'classes')}.${read}`;
  if (kind === 'not provable') {
    const done = comparisons.filter(({ result }) => result !== 'not read').length;
    const count = done > 0 ? ` No difference in ${counted(done, 'comparison')} made.` : '';
    return `Not provable on ${day}: ${unread}.${count}${read}`;
  }
  const [worst, ...rest] = classes as readonly [ClassVerdict, ...ClassVerdict[]];
  const inClass = worst.className ? ` in ${worst.className}` : '';
  const by = worst.shares > 0n ? ` by ${counted(worst.shares, 'share')} of ${worst.className}` : inClass;
  const others = [
    ...worst.causes.slice(1).map((cause) => causeText(cause)),
    ...rest.map(
      (one) =>
        `${[one.className, one.shares > 0n ? counted(one.shares, 'share') : ''].filter(Boolean).join(', ')}${one.className || one.shares > 0n ? ': ' : ''}${one.causes.map((cause) => causeText(cause)).join('; ')}`,
    ),
  ].map((text) => ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
  const first = worst.causes[0] ? causeText(worst.causes[0]) : '';
  return `Out of proof on ${day}${by}: ${first}.${others.join('')}${unread ? ` Not read: ${unread}.` : ''}${read}`;
}

/** 'Certificate presented twice, since Nov 2, 2026, 18 days'. */
export function causeText({ text, since, days, isAged }: Cause): string {
  if (since === null || days === null) return text;
  return `${text}, since ${formatDate(since)}, ${counted(days, 'day')}${isAged ? ', aged' : ''}`;
}
