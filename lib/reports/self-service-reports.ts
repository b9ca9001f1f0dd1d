// The reports of the self-service form and their requests.

import type { ReportId } from './catalogue.ts';

/** A report of the self-service page, with the inputs it needs besides issuer and date. */
export type SelfServiceReport = {
  id: SelfServiceReportId;
  title: string;
  /** A short note under the title. */
  note: string;
  report: ReportId;
  /** One date, or first and last date of a period. */
  days: 'day' | 'period';
  /** Further input it needs. */
  requires: 'holder' | 'sheet' | null;
  /** The default format: lists as spreadsheets, statements as PDF. */
  format: 'xlsx' | 'pdf';
  /** Available as PDF only. */
  pdfOnly?: boolean;
  /** The file has postal addresses, which not every role may see. */
  addresses?: boolean;
};

const reportIds = [
  'holders',
  'ownership',
  'statement',
  'transactions',
  'balance',
  'meeting',
  'labels',
] as const;
export type SelfServiceReportId = (typeof reportIds)[number];

export const selfServiceReports: readonly SelfServiceReport[] = [
  {
    id: 'holders',
    title: 'Holder list',
    note: 'Every account with its shares',
    report: 'GenerateShareholderList',
    days: 'day',
    requires: null,
    format: 'xlsx',
  },
  {
    id: 'ownership',
    title: 'Ownership',
    note: 'Who owns how much of each class, largest first',
    report: 'GenerateOwnershipPercentage',
    days: 'day',
    requires: null,
    format: 'xlsx',
  },
  {
    id: 'statement',
    title: 'Statement for a holder',
    note: 'One account, ready to send',
    report: 'GenerateHoldingsStatement',
    days: 'day',
    requires: 'holder',
    format: 'pdf',
    addresses: true,
  },
  {
    id: 'transactions',
    title: 'Transactions between dates',
    note: 'One line for each completed transaction',
    report: 'GenerateTransactions',
    days: 'period',
    requires: null,
    format: 'xlsx',
  },
  {
    id: 'balance',
    title: 'Balance',
    note: 'Authorized, issued, outstanding and reserved shares',
    report: 'GenerateIssuerBalance',
    days: 'day',
    requires: null,
    format: 'pdf',
  },
  {
    id: 'meeting',
    title: 'Meeting list',
    note: 'Holders with addresses, for the record date',
    report: 'GenerateShareholderList',
    days: 'day',
    requires: null,
    format: 'xlsx',
    addresses: true,
  },
  {
    id: 'labels',
    title: 'Labels',
    note: 'Addresses on label sheets, to print',
    report: 'GenerateMailingLabels',
    days: 'day',
    requires: 'sheet',
    format: 'pdf',
    pdfOnly: true,
  },
];

export const selfServiceReportOf = (id: string | null | undefined): SelfServiceReport | null =>
  selfServiceReports.find((report) => report.id === id) ?? null;

/** A completed self-service form, ready to be requested. */
export type SelfServiceRequest = {
  issuer: number;
  day: string;
  from: string;
  to: string;
  isPDF: boolean;
  holder: string;
  sheet: string;
};

const everybody = { certificateInfoStatus: 'Outstanding', restrictionStatus: 'All', addressStatus: 'All' };

const requests: Record<SelfServiceReportId, (request: SelfServiceRequest) => Record<string, unknown>> = {
  holders: ({ issuer, day, isPDF }) => ({ customerIssuerId: issuer, cutoff: day, isPDF, ...everybody }),
  meeting: ({ issuer, day, isPDF }) => ({
    customerIssuerId: issuer,
    cutoff: day,
    isPDF,
    ...everybody,
    showAddressInfo: true,
  }),
  ownership: ({ issuer, day, isPDF }) => ({
    customerIssuerId: issuer,
    cutoff: day,
    sortBy: 'Shares',
    orderBy: 'Descending',
    isPDF,
  }),
  balance: ({ issuer, day, isPDF }) => ({
    customerIssuerId: issuer,
    CutoffDate: day,
    restrictionStatus: 'All',
    isPDF,
  }),
  statement: ({ issuer, day, isPDF, holder }) => ({
    customerIssuerId: issuer,
    Cutoff: day,
    isPDF,
    customerShareholderId: holder,
    Status: 'Outstanding',
  }),
  transactions: ({ issuer, from, to, isPDF }) => ({
    customerIssuerId: issuer,
    filterDateBy: 'EffectiveDate',
    startDate: from,
    endDate: to,
    transactionTypeCode: '',
    isPDF,
  }),
  labels: ({ issuer, day, sheet }) => ({
    customerIssuerId: issuer,
    labelType: sheet,
    cutoff: day,
    restriction: 'All',
    addressStatus: 'GoodAddress',
    holdingStatus: 'Outstanding',
  }),
};

/** The interface's request body for a completed form. */
export const requestFor = (report: SelfServiceReport, request: SelfServiceRequest): Record<string, unknown> =>
  requests[report.id](request);
