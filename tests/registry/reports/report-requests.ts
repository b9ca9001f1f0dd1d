// A request for every report, with its expected file name and heading.

import type { EndpointId } from '#lib/contract/index';

const issuer = { customerIssuerId: 1003 };
const period = { startDate: '2025-01-01', endDate: '2026-11-20' };

/** Every report with its file name, a heading, and a request that has records. */
export const reports: [EndpointId, body: object, name: string, title: string][] = [
  [
    'GenerateIssuerBalance',
    { ...issuer, CutoffDate: '2026-11-20', restrictionStatus: 'All' },
    'IssuerBalance_1003',
    'Issuer balance',
  ],
  [
    'GenerateOwnershipPercentage',
    { ...issuer, cutoff: '2026-11-20', sortBy: 'Shares', orderBy: 'Descending' },
    'OwnershipPercentage_1003',
    'Ownership percentage',
  ],
  [
    'GenerateDilutedPercentage',
    { ...issuer, cutoff: '2026-11-20' },
    'DilutedPercentage_1003',
    'Diluted ownership',
  ],
  [
    'GenerateIssuerContacts',
    { customerIssuerId: 1001, status: 'All' },
    'IssuerContacts_1001',
    'Issuer contacts',
  ],
  [
    'GenerateRejectionList',
    { customerIssuerId: 1001, type: null, includeInvoiceNumber: true, ...period },
    'RejectionList_1001',
    'Rejection list',
  ],
  ['GenerateDividendDetails', { dividendId: 600000007 }, 'DividendDetails_1006', 'Dividend details'],
  [
    'GenerateProxyDetails',
    { customerProxyId: 100000003, includeNotVotedShares: true },
    'ProxyDetails_1001',
    'Proxy details',
  ],
  [
    'GenerateTransactions',
    { ...issuer, ...period, filterDateBy: 'Effective Date', transactionTypeCode: null },
    'Transactions_1003',
    'Transaction register',
  ],
  [
    'GenerateTransactionList',
    { ...issuer, ...period, filterDateBy: 'EffectiveDate' },
    'TransactionList_1003',
    'Transaction list',
  ],
  ['GenerateControlBook', { ...issuer, ...period }, 'ControlBook_1003', 'Control book'],
  [
    'GenerateHoldingsStatement',
    { ...issuer, Cutoff: '2026-11-20' },
    'HoldingsStatement_1003',
    'Holdings statement',
  ],
  [
    'GenerateDRSStatement',
    { ...issuer, filterSecurityType: '' },
    'DRSStatement_1003',
    'Direct Registration statement',
  ],
];
