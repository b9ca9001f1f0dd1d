// Rules for removing legends: opinions, holding periods, the issuer's time to object, bonds.

import { businessDayAfter } from '#lib/format/business-days';
import { addMonths, type CalendarDate, formatDate } from '#lib/format/dates';
import { formatMoney, formatPerShare } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import type { Obstacle } from '#registry/items/obstacle';
import { compareAmounts } from '../amounts.ts';
import { caseRuleOf } from '../cases.ts';
import type { Papers } from '../facts.ts';
import { isClearedByReason, obstacleOf } from '../obstacle-table.ts';
import { documentsOf, hasReceived } from './documents.ts';
import { missingPrice, valueOfShares } from './value.ts';

/** Business days in which the issuer may object to the removal of a legend. */
const issuerDays = 3;

/** Months that Rule 144 asks for: of an issuer that files reports, and of another one. */
const holdingMonths = { reporting: 6, other: 12 };

/** Opinions, holding periods and bonds. */
export function legendObstacles(papers: Papers): Obstacle[] {
  const rule = caseRuleOf(papers.content);
  if (!rule) return [];
  const { checks } = rule;
  return [
    // A sale of restricted shares rests on an opinion as well.
    ...(checks.includes('opinionScope') || checks.includes('restrictedMove') ? opinionScope(papers) : []),
    ...(checks.includes('holdingPeriod') ? holdingPeriod(papers) : []),
    ...(checks.includes('issuerWindow') ? issuerWindow(papers) : []),
    ...(checks.includes('bondTooLow') ? bondTooLow(papers) : []),
    ...(checks.includes('stopPlaced') && papers.facts.isStoppedAsLost === false
      ? [obstacleOf('stopMissing', { field: 'stopIds' })]
      : []),
  ];
}

/** The opinion with the most shares counts; one without a number covers what is presented. */
function opinionScope({ content, facts }: Papers): Obstacle[] {
  const opinions = documentsOf(content, ['LegalOpinion']);
  if (opinions.length === 0 || opinions.some(({ shares }) => !shares)) return [];
  const covered = opinions.reduce((most, { shares }) => (shares && shares > most ? shares : most), 0n);
  if (covered >= facts.sharesLeaving) return [];
  return [
    obstacleOf('opinionScope', {
      field: 'documents',
      values: { covered: formatShares(covered), presented: formatShares(facts.sharesLeaving) },
    }),
  ];
}

function holdingPeriod({ facts }: Papers): Obstacle[] {
  const { acquiredOn, issuerReports, receivedDate } = facts;
  if (!facts.restrictions.includes('R') || !acquiredOn) return [];
  const { reporting, other } = holdingMonths;
  const asked = issuerReports ? reporting : other;
  const months = monthsBetween(acquiredOn, receivedDate);
  if (months >= asked) return [];
  return [
    obstacleOf('holdingPeriod', {
      field: 'certificates',
      values: {
        months: String(months),
        asked: issuerReports === null ? `${reporting} or ${other}` : String(asked),
      },
    }),
  ];
}

function issuerWindow({ content, facts }: Papers): Obstacle[] {
  const until = businessDayAfter(facts.countedFrom, issuerDays, facts.calendar);
  if (facts.today > until || hasReceived(content, 'IssuerLetter')) return [];
  return [
    obstacleOf('issuerWindow', {
      field: 'documents',
      values: { date: formatDate(until) },
      isCleared: isClearedByReason('issuerWindow', content),
    }),
  ];
}

/** A bond without an amount has no limit. */
function bondTooLow(papers: Papers): Obstacle[] {
  const bonds = documentsOf(papers.content, ['IndemnityBond']);
  if (bonds.length === 0 || bonds.some(({ amount }) => !amount)) return [];
  const worth = valueOfShares(papers);
  if (!worth) return [missingPrice(papers)];
  const amount = bonds
    .flatMap((bond) => bond.amount ?? [])
    .sort(compareAmounts)
    .at(-1)!;
  if (compareAmounts(amount, worth.value) >= 0) return [];
  return [
    obstacleOf('bondTooLow', {
      field: 'documents',
      values: { amount: formatMoney(amount), value: formatPerShare(worth.value) },
    }),
  ];
}

/** Whole months. */
function monthsBetween(from: CalendarDate, to: CalendarDate): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    Number(to.slice(5, 7)) -
    Number(from.slice(5, 7));
  return Math.max(0, addMonths(from, months) <= to ? months : months - 1);
}
