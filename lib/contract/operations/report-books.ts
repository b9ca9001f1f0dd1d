// Contract of the reports on the books of an issuer.

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  filterDateBy,
  orderBy,
  restrictionStatus,
  sortBy,
  spacedDateBy,
  transactionTypeCode,
} from '../enumerations.ts';
import {
  address,
  anyIssuerId,
  asOfDate,
  customerIssuerId,
  downloadLink,
  field,
  fromDate,
  isPDF,
  shareCount,
  toDate,
} from '../fields.ts';
import { filterSecurityType } from '../filters.ts';

const byIssuer = { by: 'field', field: 'customerIssuerId', null: 'refused' } as const;
const both = ['PDF', 'XLSX'] as const;

/** One certificate line of a transaction. */
const certificateLine = z.looseObject({
  shareholderName: z.string(),
  shareholderType: z.string(),
  shareholderTypeEnum: z.string().optional(),
  shareholderCustomerId: z.string(),
  shareholderControlId: z.int(),
  primaryAddress: address,
  securityTypeId: z.int(),
  securityType: z.string(),
  issuedDate: z.string(),
  controlCertificateId: z.int(),
  customerCertificateId: z.int().nullable(),
  certificateNumber: z.string(),
  restriction: z.string(),
  shares: shareCount,
  value: z.number(),
});

/** Three names are capitalized exactly as in the interface. */
export const transactionList = z.looseObject({
  totalTransactionRecords: z.int(),
  transactions: z.array(
    z.looseObject({
      controlTransactionId: z.int(),
      TransactionNumber: z.int(),
      InvoiceNumber: z.int(),
      Agent: z.string(),
      processDate: z.string(),
      effectiveDate: z.string(),
      issuerName: z.string(),
      customerIssuerId: z.int(),
      controlIssuerId: z.int(),
      type: z.string(),
      typeCode: z.string(),
      canceledCertificates: z.array(certificateLine),
      issuedCertificates: z.array(certificateLine),
    }),
  ),
});

const GenerateDilutedPercentage = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateDilutedPercentage',
  kind: 'generate',
  access: 'everyone',
  summary: 'Fully diluted ownership on a date',
  body: z.object({ customerIssuerId, cutoff: field(asOfDate, { initial: 'today' }), isPDF }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Diluted ownership', job: 'board', formats: both, asOf: 'cutoff' },
  example: { request: { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: true } },
});

const GenerateIssuerBalance = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateIssuerBalance',
  aliases: ['/api/v1/Report/Generate/Issuer/Balance'],
  kind: 'generate',
  access: 'everyone',
  summary: 'Share counts by security type on a date',
  body: z.object({
    customerIssuerId,
    CutoffDate: field(asOfDate, { initial: 'today' }),
    filterSecurityType: filterSecurityType.optional(),
    restrictionStatus,
    isPDF: isPDF.default(false),
  }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Issuer balance', job: 'auditor', formats: both, asOf: 'CutoffDate' },
  example: {
    request: { customerIssuerId: 1001, CutoffDate: '2026-11-20', restrictionStatus: 'All', isPDF: true },
  },
});

const GenerateOwnershipPercentage = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateOwnershipPercentage',
  aliases: ['/api/v1/Report/Generate/Ownership/Percentage'],
  kind: 'generate',
  access: 'everyone',
  summary: 'Ownership of each class by account on a date',
  body: z.object({
    customerIssuerId,
    cutoff: field(asOfDate, { initial: 'today' }),
    filterSecurityType: filterSecurityType.optional(),
    sortBy,
    orderBy,
    isPDF: isPDF.default(false),
  }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Ownership percentage', job: 'board', formats: both, asOf: 'cutoff' },
  example: {
    request: {
      customerIssuerId: 1001,
      cutoff: '2026-11-20',
      sortBy: 'Shares',
      orderBy: 'Descending',
      isPDF: true,
    },
  },
});

const GenerateTransactionList = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateTransactionList',
  aliases: ['/api/v1/Report/Generate/Transaction/List'],
  kind: 'generate',
  access: 'everyone',
  summary: 'Journal of completed transactions in a period',
  description:
    'A line for every certificate that a transaction canceled or issued: holder, class, shares and dates.',
  body: z.object({
    customerIssuerId: anyIssuerId,
    filterDateBy,
    startDate: field(fromDate, { initial: 'today' }).optional(),
    endDate: toDate,
    transactionTypeCode: transactionTypeCode.nullish(),
    isPDF: isPDF.default(false),
    returnJSON: z.boolean().default(false).meta({
      title: 'JSON answer',
      description: 'Answer with the data itself; overrides the format.',
      hidden: true,
    }),
  }),
  response: z.union([transactionList, downloadLink]),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  report: { title: 'Transaction list', job: 'auditor', formats: both, asOf: null },
  sensitive: {
    contact: [
      'transactions[].canceledCertificates[].primaryAddress',
      'transactions[].issuedCertificates[].primaryAddress',
    ],
  },
  send: (fields) => ({ ...fields, filterDateBy: spacedDateBy(String(fields.filterDateBy)) }),
  retryOn400: (fields) => ({ ...fields, filterDateBy: String(fields.filterDateBy).replace(' ', '') }),
  example: {
    request: {
      customerIssuerId: 1001,
      filterDateBy: 'EffectiveDate',
      startDate: '2026-01-01',
      endDate: '2026-11-20',
      transactionTypeCode: '',
      isPDF: true,
      returnJSON: false,
    },
  },
});

const GenerateControlBook = endpoint({
  section: 'Report',
  method: 'POST',
  path: '/api/v1/Report/GenerateControlBook',
  aliases: ['/api/v1/Report/Generate/Control/Book'],
  kind: 'generate',
  access: 'staff',
  summary: 'Control book: every change of authorized and issued shares in a period',
  body: z.object({ customerIssuerId, startDate: fromDate, endDate: toDate, isPDF: isPDF.default(false) }),
  response: downloadLink,
  issuer: byIssuer,
  report: { title: 'Control book', job: 'regulator', formats: both, asOf: null },
  example: {
    request: { customerIssuerId: 1001, startDate: '2026-01-01', endDate: '2026-11-20', isPDF: true },
  },
});

export const bookReportOperations = {
  GenerateDilutedPercentage,
  GenerateIssuerBalance,
  GenerateOwnershipPercentage,
  GenerateTransactionList,
  GenerateControlBook,
};
