import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  filterDateBy,
  filterTransactionType,
  orderBy,
  spacedDateBy,
  statusSortBy,
  transactionStatus,
  transactionTypeCode,
} from '../enumerations.ts';
import {
  anyIssuerId,
  customerIssuerId,
  downloadLink,
  field,
  fromDate,
  isPDF,
  pageRows,
  pageStart,
  toDate,
} from '../fields.ts';

/** Dates are m/d/yyyy, empty when absent. */
export const statusTransactions = z.looseObject({
  totalRecords: z.int(),
  transactions: z.array(
    z.looseObject({
      transactionId: z.int(),
      controlTransactionId: z.int(),
      type: z.string(),
      receivedDate: z.string(),
      completedDate: z.string(),
      effectiveDate: z.string(),
      transferFrom: z.string(),
      issuedTo: z.string(),
      status: z.string(),
    }),
  ),
});

const GenerateTransactionDetails = endpoint({
  section: 'Transaction',
  method: 'POST',
  path: '/api/v1/Transaction/GenerateTransactionDetails',
  kind: 'generate',
  access: 'everyone',
  summary: 'Details of one completed transaction, as PDF',
  body: z.object({
    controlTransactionId: z.int().meta({
      title: 'Transaction',
      description: 'A completed transaction, by its registry number.',
      control: 'number',
      group: 'What',
    }),
  }),
  response: downloadLink,
  issuer: { by: 'object', field: 'controlTransactionId', object: 'transaction' },
  report: { title: 'Transaction details', job: 'auditor', formats: ['PDF'], asOf: null },
  example: { request: { controlTransactionId: 100001729 } },
});

const GetTAStatusTransactions = endpoint({
  section: 'Transaction',
  method: 'GET',
  path: '/api/v1/Transaction/GetTAStatusTransactions',
  kind: 'read',
  access: 'staff',
  summary: 'Transactions in every status, one page',
  query: z.object({
    customerIssuerId: anyIssuerId,
    filterTransactionType,
    transactionStatus,
    orderBy: field(orderBy, { initial: 'Descending' }),
    sortBy: statusSortBy,
    start: pageStart,
    numberOfRows: pageRows,
  }),
  response: statusTransactions,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  paging: { start: 'start', rows: 'numberOfRows', items: 'transactions', total: 'totalRecords' },
  // Another registry may know only the documented sort values.
  retryOn400: (fields) => ({ ...fields, sortBy: 'SortName' }),
  example: {
    request: {
      customerIssuerId: 1001,
      filterTransactionType: 'All',
      transactionStatus: 'All',
      orderBy: 'Descending',
      sortBy: 'EffectiveDate',
      start: 0,
      numberOfRows: 100,
    },
  },
});

const GenerateTransactions = endpoint({
  section: 'Transaction',
  method: 'POST',
  path: '/api/v1/Transaction/GenerateTransactions',
  kind: 'generate',
  access: 'everyone',
  summary: 'Register of completed transactions in a period, one line each',
  body: z.object({
    customerIssuerId,
    filterDateBy,
    startDate: fromDate,
    endDate: toDate,
    transactionTypeCode: transactionTypeCode.nullable(),
    isPDF,
  }),
  response: downloadLink,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  report: { title: 'Transaction register', job: 'auditor', formats: ['PDF', 'XLSX'], asOf: null },
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
    },
  },
});

export const transactionOperations = {
  GenerateTransactionDetails,
  GetTAStatusTransactions,
  GenerateTransactions,
};
