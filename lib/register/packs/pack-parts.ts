// The reports that a pack for a meeting, dividend or month end consists of.

import type { EndpointId } from '#lib/contract/index';
import { addMonths, type CalendarDate, formatDate, formatMonth, monthEnd } from '#lib/format/dates';

export type PackKind = 'meeting' | 'dividend' | 'month-end';

/** What a pack is made for. `record` is the record date of the event, or the last day of the month. */
export type PackEvent = {
  kind: PackKind;
  issuer: number;
  /** The number of the meeting or dividend; null for a month end. */
  event: number | null;
  title: string;
  className: string;
  record: CalendarDate;
  /** The day of the meeting, or the payable date. */
  eventDate: CalendarDate | null;
};

/** One file of a pack: `name` without issuer, day and extension. */
export type PackPart = {
  name: string;
  title: string;
  report: EndpointId;
  input: Readonly<Record<string, unknown>>;
  /** Made only where the registry does not offer this report. */
  instead?: EndpointId;
};

/** A part that is not in the pack, and why. */
export type MissingPart = { name: string; title: string; code: string; reason: string };

/** What the parts need besides the event. */
export type PackChoices = {
  today: CalendarDate;
  /** Postal addresses in the list of holders. */
  addresses: boolean;
  /** The class of the event as a filter of reports; null where no filter selects exactly this class. */
  filter: { securityTypeCode: string; securitySeriesCode: string } | null;
  officer: { certifiedBy: string; certifiedByTitle: string } | null;
};

const everything = { restrictionStatus: 'All', addressStatus: 'All', certificateInfoStatus: 'Outstanding' };

/** Whether the record date has not ended yet: figures are not final, and nothing is certified. */
export const isPreview = (record: CalendarDate, today: CalendarDate) => record >= today;

/** The parts of a pack, and those that cannot be made before the record date. Every date is that of the event. */
export function packParts(
  event: PackEvent,
  choices: PackChoices,
): { parts: PackPart[]; missing: MissingPart[] } {
  const { kind, record } = event;
  const parts = [...registerParts(event, choices), ...eventParts(event)].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  );
  const early = (part: PackPart, reason: string): MissingPart => ({
    name: part.name,
    title: part.title,
    code: 'too_early',
    reason,
  });
  if (!isPreview(record, choices.today)) return { parts, missing: [] };
  const day = kind === 'month-end' ? formatDate(record) : `the record date, ${formatDate(record)}`;
  if (record === choices.today) {
    const isCertificate = ({ report }: PackPart) => report === 'GenerateCertifiedList';
    return {
      parts: parts.filter((part) => !isCertificate(part)),
      missing: parts
        .filter(isCertificate)
        .map((part) => early(part, `Not certified before the end of ${day}.`)),
    };
  }
  const isAhead = ({ report }: PackPart) => report !== 'GenerateBrokerSearchLetter';
  const ahead = parts.filter((part) => isAhead(part) && !part.instead);
  return {
    parts: parts.filter((part) => !isAhead(part)),
    missing: ahead.map((part) => early(part, `Made after ${day}, from the register of that day.`)),
  };
}

function registerParts(
  { issuer, record }: PackEvent,
  { addresses, filter, officer }: PackChoices,
): PackPart[] {
  const ofClass = filter ? { filterSecurityType: filter } : {};
  const holders = { customerIssuerId: issuer, cutoff: record, ...everything, ...ofClass };
  const shown = addresses ? { showAddressInfo: true } : {};
  const from = `${record.slice(0, 7)}-01`;
  return [
    {
      name: '01_certificate',
      title: 'Agent’s certificate with the certified list',
      report: 'GenerateCertifiedList',
      input: { customerIssuerId: issuer, cutoff: record, ...officer },
    },
    ...[true, false].map((isPDF) => ({
      name: '02_holders',
      title: isPDF ? 'List of holders (PDF)' : 'List of holders (Excel)',
      report: 'GenerateShareholderList' as const,
      input: { ...holders, ...shown, isPDF },
    })),
    {
      name: '03_labels',
      title: 'Mailing labels',
      report: 'GenerateMailingLabels',
      input: {
        customerIssuerId: issuer,
        labelType: 'LABEL5160',
        cutoff: record,
        restriction: 'All',
        addressStatus: 'GoodAddress',
        holdingStatus: 'Outstanding',
      },
    },
    {
      name: '04_ownership',
      title: 'Ownership percentage',
      report: 'GenerateOwnershipPercentage',
      input: {
        customerIssuerId: issuer,
        cutoff: record,
        sortBy: 'Shares',
        orderBy: 'Descending',
        isPDF: false,
        ...ofClass,
      },
    },
    {
      name: '07_control-book',
      title: 'Control book of the month up to the day',
      report: 'GenerateControlBook',
      input: { customerIssuerId: issuer, startDate: from, endDate: record, isPDF: false },
    },
    {
      name: '08_roll-forward',
      title: 'Roll-forward of the month up to the day',
      report: 'GenerateRollForward',
      input: { customerIssuerId: issuer, startDate: from, endDate: record, isPDF: false },
    },
    {
      name: '08_transactions',
      title: 'Transactions of the month up to the day',
      report: 'GenerateTransactions',
      input: {
        customerIssuerId: issuer,
        filterDateBy: 'EffectiveDate',
        startDate: from,
        endDate: record,
        transactionTypeCode: null,
        isPDF: false,
      },
    },
  ];
}

function eventParts({ kind, event }: PackEvent): PackPart[] {
  if (kind === 'meeting')
    return [
      {
        name: '05_quorum',
        title: 'Quorum sheet',
        report: 'GenerateQuorumSheet',
        input: { customerProxyId: event },
      },
      {
        name: '05_proxy-details',
        title: 'Proxy details, in place of the quorum sheet',
        report: 'GenerateProxyDetails',
        input: { customerProxyId: event, includeNotVotedShares: true, isPDF: true },
        instead: 'GenerateQuorumSheet',
      },
      {
        name: '06_broker-search',
        title: 'Broker-search letter',
        report: 'GenerateBrokerSearchLetter',
        input: { customerProxyId: event },
      },
    ];
  if (kind === 'dividend')
    return [
      ...[true, false].map((isPDF) => ({
        name: '09_payments',
        title: isPDF ? 'Payments of the dividend (PDF)' : 'Payments of the dividend (Excel)',
        report: 'GenerateDividendDetails' as const,
        input: { dividendId: event, isPDF },
      })),
      {
        name: '10_funding',
        title: 'Funding of the dividend',
        report: 'GenerateDividendFunding' as const,
        input: { dividendId: event },
      },
    ];
  return [];
}

/** Parts that the pack of a meeting has and this one has not, so that nobody looks for them. */
export function notApplicable(kind: PackKind): string | null {
  if (kind === 'meeting') return null;
  const of = kind === 'dividend' ? 'A dividend' : 'A month end';
  return `${of} has no quorum sheet and no broker-search letter: both belong to a meeting.`;
}

/** 'Record-date pack: Annual Meeting of Stockholders', 'Month-end pack: October 2026'. */
export function packTitle({
  kind,
  title,
  record,
  isPreview: preview,
}: PackEvent & { isPreview: boolean }): string {
  if (kind === 'month-end') return `Month-end pack: ${formatMonth(record.slice(0, 7))}`;
  return `Record-date pack${preview ? ' (preview)' : ''}: ${title}`;
}

const compact = (day: CalendarDate) => day.replaceAll('-', '');

/** '02_holders_1001_20261016.pdf'. */
export const partFileName = (name: string, event: Pick<PackEvent, 'issuer' | 'record'>, extension: string) =>
  `${name}_${event.issuer}_${compact(event.record)}.${extension}`;

/** 'record-date_1001_100000005_20261016.zip', 'month-end_1001_202610.zip'. */
export function packFileName(event: PackEvent, preview: boolean): string {
  const mark = preview ? '_preview' : '';
  if (event.kind === 'month-end')
    return `month-end_${event.issuer}_${compact(event.record).slice(0, 6)}${mark}.zip`;
  return `record-date_${event.issuer}_${event.event}_${compact(event.record)}${mark}.zip`;
}

/** The last ended months before `today`, newest first, as 'yyyy-mm'. */
export function endedMonths(today: CalendarDate, count: number): string[] {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: count }, (_, index) => addMonths(first, -index - 1).slice(0, 7));
}

/** The last day of a month 'yyyy-mm'; null for another text. */
export function lastDayOf(month: string): CalendarDate | null {
  return /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(month) ? monthEnd(`${month}-01`) : null;
}
