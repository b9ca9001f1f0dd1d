// The self-service form as text, its errors, and the request it makes.

import { labelFamilies } from '../contract/labels.ts';
import { isDate } from '../format/dates.ts';
import { type DayName, dayNames, dayOf, type PeriodName, periodNames, periodOf } from '../format/periods.ts';
import { requestFor, type SelfServiceReport, selfServiceReportOf } from './self-service-reports.ts';

/** The content of the self-service form as text, valid or not; also stored in its address. */
export type GetState = {
  issuer: string;
  what: string;
  /** The name of a day, 'pick', or a date. */
  asof: string;
  /** The selected date. */
  day: string;
  /** The name of a period or 'pick'. */
  period: string;
  from: string;
  to: string;
  holder: string;
  sheet: string;
  format: string;
};

export const getNames = [
  'issuer',
  'what',
  'asof',
  'day',
  'period',
  'from',
  'to',
  'holder',
  'sheet',
  'format',
] as const satisfies readonly (keyof GetState)[];

const textMax = 255;

/** The state from form fields or an address; what is absent is empty. */
export function readGetState(params: URLSearchParams): GetState {
  return Object.fromEntries(
    getNames.map((name) => [name, (params.get(name) ?? '').trim().slice(0, textMax)]),
  ) as GetState;
}

/** The state for an address, empty parts left out. */
export function getParams(state: GetState): Record<string, string> {
  return Object.fromEntries(getNames.flatMap((name) => (state[name] ? [[name, state[name]]] : [])));
}

export type ReportFormError = 'issuer' | 'what' | 'day' | 'period' | 'holder' | 'account' | 'sheet';

/** Error texts for the fields of the form. */
export const reportFormErrors: Readonly<Record<ReportFormError, string>> = {
  issuer: 'Choose the issuer.',
  what: 'Choose a report.',
  day: 'Choose a date no later than today.',
  period: 'Choose a start date no later than the end date, and an end date no later than today.',
  holder: 'Enter the account number of the holder. It is on every statement.',
  account:
    'This issuer has no current or former account with that number. Compare it with a statement or a holder list.',
  sheet: 'Choose the label sheet.',
};

/** The date of a state, or null. */
export function dayIn({ asof, day }: GetState, today: string): string | null {
  if (dayNames.includes(asof as DayName)) return dayOf(asof as DayName, today);
  const date = asof === 'pick' ? day : asof;
  return isDate(date) && date <= today ? date : null;
}

/** The period of a state, or null. */
export function periodIn({ period, from, to }: GetState, today: string): { from: string; to: string } | null {
  if (periodNames.includes(period as PeriodName)) return periodOf(period as PeriodName, today);
  return isDate(from) && isDate(to) && from <= to && to <= today ? { from, to } : null;
}

export type Got =
  | { report: SelfServiceReport; input: Record<string, unknown>; problems: null }
  | { report: null; input: null; problems: ReportFormError[] };

/** An account number contains a digit; leftover search text does not. */
const isAccount = (text: string): boolean => text.length <= 255 && /\d/.test(text) && !/\s/.test(text);

/** What a completed form requests, or all its errors. The user's permission is not checked here. */
export function readRequest(state: GetState, today: string): Got {
  const report = selfServiceReportOf(state.what);
  const issuer = /^[1-9]\d{0,14}$/.test(state.issuer) ? Number(state.issuer) : null;
  const day = dayIn(state, today);
  const period = periodIn(state, today);
  const sheet = state.sheet || 'LABEL5160';
  const errors: ReportFormError[] = [];
  if (issuer === null) errors.push('issuer');
  if (!report) errors.push('what');
  if (report?.days === 'day' && !day) errors.push('day');
  if (report?.days === 'period' && !period) errors.push('period');
  if (report?.requires === 'holder' && !isAccount(state.holder)) errors.push('holder');
  if (report?.requires === 'sheet' && ![...labelFamilies.keys()].some((code) => code === sheet))
    errors.push('sheet');
  if (!report || issuer === null || errors.length > 0) return { report: null, input: null, problems: errors };
  const isPDF = report.pdfOnly === true || (state.format || report.format) === 'pdf';
  const request = {
    issuer,
    day: day ?? '',
    from: period?.from ?? '',
    to: period?.to ?? '',
    isPDF,
    holder: state.holder,
    sheet,
  };
  return { report, input: requestFor(report, request), problems: null };
}
