// Which cases and documents release a stop of each kind.

import type { CaseCode, DocumentKind } from '#lib/contract/agent/values';
import { addDays, type CalendarDate } from '#lib/format/dates';
import type { StopKind } from '#registry/ledger/core/types';

type StopRule = {
  /** Cases that resolve the stop: posting one of them releases it. */
  resolvedBy: readonly CaseCode[];
  /** What releases it otherwise, for people. */
  releasedOn: string;
  /** The documents that show it; any one is enough. */
  anyOf: readonly DocumentKind[];
  /** Days after notice to both sides from which it may be released without a document. */
  daysAfterNotice?: number;
};

/** One row for each kind of stop. */
export const stopRules: Readonly<Record<StopKind, StopRule>> = {
  'Lost, stolen or not received': {
    resolvedBy: ['Lost'],
    releasedOn: "the owner's letter that it was found",
    anyOf: ['OwnerLetter'],
  },
  'Adverse claim': {
    resolvedBy: ['CourtOrder'],
    releasedOn: 'the withdrawal of the claim, or 30 days after notice without process or bond',
    anyOf: ['Withdrawal'],
    daysAfterNotice: 30,
  },
  'Court order or levy': {
    resolvedBy: ['CourtOrder'],
    releasedOn: "the court's release",
    anyOf: ['CourtOrder'],
  },
  'Deceased - documents required': {
    resolvedBy: ['Estate', 'SmallEstate', 'Beneficiary', 'Survivor'],
    releasedOn: 'a document that shows the error',
    anyOf: ['OwnerLetter', 'Other'],
  },
  'Issuer stop': {
    resolvedBy: ['LegendRemoval', 'LegendPlacement'],
    releasedOn: "the issuer's letter",
    anyOf: ['IssuerLetter'],
  },
  'Escheat hold': {
    resolvedBy: ['Escheat'],
    releasedOn: "the owner's contact",
    anyOf: ['OwnerLetter'],
  },
  'Post-split certificate not surrendered': {
    resolvedBy: [],
    releasedOn: 'the surrender of the paper',
    anyOf: [],
  },
};

export type ActiveStop = { stopId: number; kind: StopKind };

/** Stops that stay in the way: not listed in the item, or of a kind that its case does not resolve. */
export function unresolvedStops<S extends ActiveStop>(
  active: readonly S[],
  listed: readonly number[],
  caseCode: CaseCode | null | undefined,
): S[] {
  return active.filter(({ stopId, kind }) => !listed.includes(stopId) || !isResolvedBy(kind, caseCode));
}

function isResolvedBy(kind: StopKind, caseCode: CaseCode | null | undefined): boolean {
  return Boolean(caseCode && stopRules[kind].resolvedBy.includes(caseCode));
}

/** Whether a stop may be released on a day with these documents. */
export function mayRelease(
  stop: { kind: StopKind; noticeOn: CalendarDate | null },
  documents: readonly DocumentKind[],
  today: CalendarDate,
): boolean {
  const rule = stopRules[stop.kind];
  if (rule.anyOf.some((kind) => documents.includes(kind))) return true;
  return (
    rule.daysAfterNotice !== undefined &&
    stop.noticeOn !== null &&
    today > addDays(stop.noticeOn, rule.daysAfterNotice)
  );
}
