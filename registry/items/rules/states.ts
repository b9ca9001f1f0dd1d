import { addMonths, type CalendarDate, daysBetween } from '#lib/format/dates';

/**
 * What the rules need to know of a state. A fact that is left out is not known: the rules say so and do not assume
 * one. Facts are as published by courts, fund companies and tax agencies; check them before the rule decides a case
 * of value, and correct them here.
 */
type StateFacts = {
  name: string;
  /** Age at which a custodianship for a minor ends where the transfer named no other age. */
  custodyEndsAt?: number;
  /** Limits for an affidavit of a small estate, by day of death. */
  smallEstate?: readonly SmallEstateLimit[];
  /** How old a court certificate may be; left out: 60 days. */
  appointmentMonthsMax?: number;
  /** NotAsked: no waiver of the state's tax is needed to transfer shares. */
  taxWaiver?: 'NotAsked';
};

export type SmallEstateLimit = {
  diedFrom: CalendarDate;
  diedTo: CalendarDate;
  /** Dollars, included. */
  valueMax: string;
  /** Days that have to pass after the death. */
  waitDays: number;
};

const notAsked = { taxWaiver: 'NotAsked' } as const;

const states: Readonly<Record<string, StateFacts>> = {
  AL: { name: 'Alabama', custodyEndsAt: 21 },
  AK: { name: 'Alaska', custodyEndsAt: 21, ...notAsked },
  AZ: { name: 'Arizona', custodyEndsAt: 21 },
  AR: { name: 'Arkansas', custodyEndsAt: 21, ...notAsked },
  CA: {
    name: 'California',
    custodyEndsAt: 18,
    smallEstate: [
      { diedFrom: '2022-04-01', diedTo: '2025-03-31', valueMax: '184500', waitDays: 40 },
      { diedFrom: '2025-04-01', diedTo: '2028-03-31', valueMax: '208850', waitDays: 40 },
    ],
    ...notAsked,
  },
  CO: { name: 'Colorado', custodyEndsAt: 21, ...notAsked },
  CT: { name: 'Connecticut', custodyEndsAt: 21 },
  DE: { name: 'Delaware', custodyEndsAt: 21 },
  DC: { name: 'District of Columbia', custodyEndsAt: 18 },
  FL: { name: 'Florida', custodyEndsAt: 21, ...notAsked },
  GA: { name: 'Georgia', custodyEndsAt: 21, ...notAsked },
  HI: { name: 'Hawaii', custodyEndsAt: 21 },
  ID: { name: 'Idaho', custodyEndsAt: 21, ...notAsked },
  IL: { name: 'Illinois', custodyEndsAt: 21 },
  IN: { name: 'Indiana', custodyEndsAt: 21 },
  IA: { name: 'Iowa', custodyEndsAt: 21 },
  KS: { name: 'Kansas', custodyEndsAt: 21, ...notAsked },
  KY: { name: 'Kentucky', custodyEndsAt: 18, ...notAsked },
  LA: { name: 'Louisiana', ...notAsked },
  ME: { name: 'Maine', custodyEndsAt: 18, ...notAsked },
  MD: { name: 'Maryland', custodyEndsAt: 21, ...notAsked },
  MA: { name: 'Massachusetts', custodyEndsAt: 21, ...notAsked },
  MI: { name: 'Michigan', custodyEndsAt: 18, ...notAsked },
  MN: { name: 'Minnesota', custodyEndsAt: 21, ...notAsked },
  MS: { name: 'Mississippi', custodyEndsAt: 21, ...notAsked },
  MO: { name: 'Missouri', custodyEndsAt: 21 },
  MT: { name: 'Montana', custodyEndsAt: 21 },
  NE: { name: 'Nebraska', custodyEndsAt: 21 },
  NV: { name: 'Nevada', custodyEndsAt: 18, ...notAsked },
  NH: { name: 'New Hampshire', custodyEndsAt: 21 },
  NJ: { name: 'New Jersey' },
  NM: { name: 'New Mexico', ...notAsked },
  NY: { name: 'New York', custodyEndsAt: 21, appointmentMonthsMax: 6 },
  NC: { name: 'North Carolina' },
  ND: { name: 'North Dakota' },
  OH: { name: 'Ohio' },
  OK: { name: 'Oklahoma' },
  OR: { name: 'Oregon' },
  PA: { name: 'Pennsylvania' },
  PR: { name: 'Puerto Rico' },
  RI: { name: 'Rhode Island' },
  SC: { name: 'South Carolina', ...notAsked },
  SD: { name: 'South Dakota' },
  TN: { name: 'Tennessee' },
  TX: { name: 'Texas' },
  UT: { name: 'Utah', ...notAsked },
  VT: { name: 'Vermont', ...notAsked },
  VA: { name: 'Virginia', ...notAsked },
  WA: { name: 'Washington' },
  WV: { name: 'West Virginia' },
  WI: { name: 'Wisconsin' },
  WY: { name: 'Wyoming' },
};

/** Where most states end a custodianship; used where a state's age is not recorded, and shown as assumed. */
export const custodyEndsAtDefault = 21;

const appointmentDaysMax = 60;

/** 'California' for 'CA'; a code that is not listed is returned unchanged. */
export function stateName(code: string): string {
  return factsOf(code)?.name ?? code;
}

/** The age at which a custodianship ends in a state, and whether it is assumed because none is recorded. */
export function custodyEnd(code: string | null | undefined): { age: number; isAssumed: boolean } {
  const age = factsOf(code)?.custodyEndsAt;
  return { age: age ?? custodyEndsAtDefault, isAssumed: age === undefined };
}

/** The limit for a small estate of a death on a day; null when none is recorded. */
export function smallEstateLimit(
  code: string | null | undefined,
  diedOn: CalendarDate,
): SmallEstateLimit | null {
  const limits = factsOf(code)?.smallEstate ?? [];
  return limits.find(({ diedFrom, diedTo }) => diedFrom <= diedOn && diedOn <= diedTo) ?? null;
}

/** True: no tax waiver is needed. Null: not known. */
export function needsNoTaxWaiver(code: string | null | undefined): true | null {
  return factsOf(code)?.taxWaiver === 'NotAsked' ? true : null;
}

/** Whether a court certificate is too old on the day of receipt, and the limit in words: 60 days or 6 months. */
export function appointmentAge(
  code: string | null | undefined,
  dated: CalendarDate,
  receivedDate: CalendarDate,
): { isStale: boolean; limit: string } {
  const months = factsOf(code)?.appointmentMonthsMax;
  return months === undefined
    ? { isStale: daysBetween(dated, receivedDate) > appointmentDaysMax, limit: `${appointmentDaysMax} days` }
    : { isStale: addMonths(dated, months) < receivedDate, limit: `${months} months` };
}

function factsOf(code: string | null | undefined): StateFacts | undefined {
  return code && Object.hasOwn(states, code) ? states[code] : undefined;
}
