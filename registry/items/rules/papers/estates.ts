import { addMonths, type CalendarDate, daysBetween, formatDate } from '#lib/format/dates';
import { formatMoney, formatPerShare } from '#lib/format/money';
import type { Obstacle } from '#registry/items/obstacle';
import { compareAmounts } from '../amounts.ts';
import { caseRuleOf } from '../cases.ts';
import { holds } from '../conditions.ts';
import { type Papers, registrationText, targetsOf } from '../facts.ts';
import { isClearedByReason, obstacleOf } from '../obstacle-table.ts';
import { appointmentAge, custodyEnd, needsNoTaxWaiver, smallEstateLimit, stateName } from '../states.ts';
import { documentsOf, hasReceived } from './documents.ts';
import { valueOfShares } from './value.ts';

/** Death, estates and custodianships. */
export function estateObstacles(papers: Papers): Obstacle[] {
  const rule = caseRuleOf(papers.content);
  if (!rule) return [];
  const { checks, settlesDeath } = rule;
  return [
    ...(settlesDeath ? [] : deaths(papers)),
    ...(checks.includes('appointmentStale') ? staleAppointment(papers) : []),
    ...(checks.includes('taxWaiver') ? taxWaiver(papers) : []),
    ...(checks.includes('smallEstate') ? smallEstate(papers) : []),
    ...(checks.includes('minorAge') ? minorAge(papers) : []),
  ];
}

function deaths({ content, facts }: Papers): Obstacle[] {
  return facts.transferors.flatMap((account, index) => {
    const diedOn = account.diedOn ?? (index === 0 ? content.facts?.dateOfDeath : null);
    if (!diedOn) return [];
    return obstacleOf('deceased', {
      field: 'caseCode',
      values: { holder: registrationText(account), date: formatDate(diedOn) },
    });
  });
}

/** The newest court certificate counts, from its date to receipt. */
function staleAppointment({ content, facts }: Papers): Obstacle[] {
  const given = documentsOf(content, ['CourtAppointment']);
  if (given.length === 0) return [];
  const dated = given.flatMap(({ date, state2Code }) => (date ? [{ date, state2Code }] : []));
  const newest = dated.sort((a, b) => (a.date < b.date ? 1 : -1))[0];
  if (!newest) {
    return [
      obstacleOf('documentMissing', {
        field: 'documents',
        values: { document: 'the date of the court certificate' },
        reasons: ['O03'],
      }),
    ];
  }
  const state = newest.state2Code ?? content.facts?.stateOfDomicile;
  const { isStale, limit } = appointmentAge(state, newest.date, facts.receivedDate);
  if (!isStale) return [];
  return [
    obstacleOf('appointmentStale', {
      field: 'documents',
      values: { date: formatDate(newest.date), limit },
    }),
  ];
}

function taxWaiver({ content }: Papers): Obstacle[] {
  const state = content.facts?.stateOfDomicile;
  if (needsNoTaxWaiver(state)) return [];
  return [
    obstacleOf('taxWaiver', {
      field: 'facts.stateOfDomicile',
      values: { state: state ? stateName(state) : 'the state of domicile' },
      isCleared: hasReceived(content, 'TaxWaiver') || isClearedByReason('taxWaiver', content),
    }),
  ];
}

/** The limit is that of the state on the day of death; the wait ends on receipt. */
function smallEstate(papers: Papers): Obstacle[] {
  const { content, facts } = papers;
  const { dateOfDeath, stateOfDomicile } = content.facts ?? {};
  const affidavit = documentsOf(content, ['SmallEstateAffidavit']).find(({ amount }) => amount);
  const value = affidavit?.amount ?? valueOfShares(papers)?.value;
  const missing = [
    ...(dateOfDeath ? [] : ['the date of death is not entered']),
    ...(stateOfDomicile ? [] : ['the state of domicile is not entered']),
    ...(value ? [] : ['the value of the estate is not entered']),
  ];
  if (!dateOfDeath || !stateOfDomicile || !value) {
    return [obstacleOf('smallEstateFacts', { field: 'facts', values: { missing: missing.join('; ') } })];
  }
  const state = stateName(stateOfDomicile);
  const limit = smallEstateLimit(stateOfDomicile, dateOfDeath);
  if (!limit) {
    return [
      obstacleOf('smallEstateUnknown', {
        field: 'facts.stateOfDomicile',
        values: { state },
        isCleared: isClearedByReason('smallEstateUnknown', content),
      }),
    ];
  }
  const elapsed = daysBetween(dateOfDeath, facts.receivedDate);
  if (compareAmounts(value, limit.valueMax) <= 0 && elapsed >= limit.waitDays) return [];
  return [
    obstacleOf('smallEstate', {
      field: 'documents',
      values: {
        state,
        limit: formatMoney(limit.valueMax),
        days: String(limit.waitDays),
        value: formatPerShare(value),
        elapsed: String(elapsed),
      },
    }),
  ];
}

function minorAge(papers: Papers): Obstacle[] {
  const { content, facts } = papers;
  const { minorBornOn, custodyState } = content.facts ?? {};
  const target = targetsOf(papers).find((one) => one !== null);
  const minor = target ? registrationText(target) : 'the minor';
  const isEndorsed = holds('custodianSigns', papers);
  if (!minorBornOn) {
    return isEndorsed
      ? []
      : [obstacleOf('minorAgeUnknown', { field: 'facts.minorBornOn', values: { minor } })];
  }
  const { age: end, isAssumed } = custodyEnd(custodyState);
  const age = yearsBetween(minorBornOn, facts.today);
  if (age >= end) return [];
  const values = {
    minor,
    age: String(age),
    end: String(end),
    state: custodyState ? stateName(custodyState) : 'the state',
  };
  const field = 'facts.minorBornOn';
  return isAssumed
    ? [
        obstacleOf('minorAgeAssumed', {
          field,
          values,
          isCleared: isEndorsed || isClearedByReason('minorAgeAssumed', content),
        }),
      ]
    : [obstacleOf('minorAge', { field, values, isCleared: isEndorsed })];
}

/** Whole years; who is born on February 29 completes one on February 28 of other years. */
function yearsBetween(from: CalendarDate, to: CalendarDate): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return addMonths(from, years * 12) <= to ? years : years - 1;
}
