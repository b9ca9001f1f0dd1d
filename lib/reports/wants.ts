import type { ReportId } from './catalogue.ts';

/** What the self-service page offers, each with its report and what it asks besides issuer and day (peers §8.4). */
export type Want = {
  id: WantId;
  title: string;
  /** A few words under the title. */
  note: string;
  report: ReportId;
  /** One day, or first and last day of a period. */
  days: 'day' | 'period';
  /** What else it asks. */
  asks: 'holder' | 'sheet' | null;
  /** The usual kind of file: lists to work with, statements to send. */
  format: 'xlsx' | 'pdf';
  /** Only on paper. */
  pdfOnly?: boolean;
  /** Postal addresses in the file: not for everybody (ruling 9). */
  addresses?: boolean;
};

const wantIds = [
  'holders',
  'ownership',
  'statement',
  'transactions',
  'balance',
  'meeting',
  'labels',
] as const;
export type WantId = (typeof wantIds)[number];

export const wants: readonly Want[] = [
  {
    id: 'holders',
    title: 'Holder list',
    note: 'Every account with its shares',
    report: 'GenerateShareholderList',
    days: 'day',
    asks: null,
    format: 'xlsx',
  },
  {
    id: 'ownership',
    title: 'Ownership',
    note: 'Who owns how much of each class, largest first',
    report: 'GenerateOwnershipPercentage',
    days: 'day',
    asks: null,
    format: 'xlsx',
  },
  {
    id: 'statement',
    title: 'Statement for a holder',
    note: 'One account, ready to send',
    report: 'GenerateHoldingsStatement',
    days: 'day',
    asks: 'holder',
    format: 'pdf',
    addresses: true,
  },
  {
    id: 'transactions',
    title: 'Transactions between dates',
    note: 'One line for each completed transaction',
    report: 'GenerateTransactions',
    days: 'period',
    asks: null,
    format: 'xlsx',
  },
  {
    id: 'balance',
    title: 'Balance',
    note: 'Authorized, issued, outstanding and reserved shares',
    report: 'GenerateIssuerBalance',
    days: 'day',
    asks: null,
    format: 'pdf',
  },
  {
    id: 'meeting',
    title: 'Meeting list',
    note: 'Holders with addresses, for the record date',
    report: 'GenerateShareholderList',
    days: 'day',
    asks: null,
    format: 'xlsx',
    addresses: true,
  },
  {
    id: 'labels',
    title: 'Labels',
    note: 'Addresses on label sheets, to print',
    report: 'GenerateMailingLabels',
    days: 'day',
    asks: 'sheet',
    format: 'pdf',
    pdfOnly: true,
  },
];

export const wantOf = (id: string | null | undefined): Want | null =>
  wants.find((want) => want.id === id) ?? null;

/** A filled-in self-service form, ready to be asked for. */
export type Wish = {
  issuer: number;
  day: string;
  from: string;
  to: string;
  isPDF: boolean;
  holder: string;
  sheet: string;
};

const everybody = { certificateInfoStatus: 'Outstanding', restrictionStatus: 'All', addressStatus: 'All' };

const requests: Record<WantId, (wish: Wish) => Record<string, unknown>> = {
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

/** The request body of the interface for a wish. */
export const requestFor = (want: Want, wish: Wish): Record<string, unknown> => requests[want.id](wish);
