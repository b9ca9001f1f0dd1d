// Expected columns of every report by the fields of its request, written by hand.

import { builtReports, type ReportId } from '#lib/reports/catalogue';
import {
  accountOrder,
  balanceColumns,
  cashDividend,
  certificateColumns,
  comparisonColumns,
  contactsPrinted,
  contactsSheet,
  controlBookPrinted,
  controlBookSheet,
  differenceColumns,
  dilutedColumns,
  drsMovements,
  drsPositions,
  journalColumns,
  journalLines,
  outstandingCheckColumns,
  proposalColumns,
  registerColumns,
  rejectionsPrinted,
  rejectionsSheet,
  rollClassColumns,
  rollControlColumns,
  rollEntryColumns,
  rollHolderColumns,
  rollMovementColumns,
  rollWideOnly,
  statementCertificates,
  statementClasses,
  statementHolder,
  statementLegends,
  stockDividend,
  taxLotColumns,
  transactionCertificates,
  transactionProof,
} from './column-names.ts';

/** The columns of a file, and of the lines and sheets that come with it. */
type FileColumns = {
  columns: readonly string[];
  more: readonly { title: string; columns: readonly string[] }[];
};

type Requested = Readonly<Record<string, unknown>>;

const when = (requested: unknown, ...columns: string[]) => (requested === true ? columns : []);
const joined = (...columns: string[]) => (columns.length > 0 ? [columns.join(', ')] : []);
const only = (columns: readonly string[]): FileColumns => ({ columns, more: [] });
const isPdf = (requested: Requested) => requested.isPDF === true;
/** A workbook has a column for the section of a row; a PDF has it as a heading. */
const below = (section: string, requested: Requested, columns: readonly string[]) =>
  isPdf(requested) ? columns : [section, ...columns];
const ofAll = (requested: Requested, columns: readonly string[]) =>
  requested.customerIssuerId === null ? ['Issuer', ...columns] : columns;

const issuer = { customerIssuerId: 1003 };
const day = '2026-11-20';
const period = { startDate: '2025-01-01', endDate: day };
const journal = { ...period, filterDateBy: 'EffectiveDate', transactionTypeCode: null };
const states = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };

/**
 * The columns that each report's file must have, by hand. `requests` make its file; several where the request
 * changes the columns. A report that is missing here does not compile.
 */
const expected: Record<
  ReportId,
  { requests: readonly object[]; columns: (requested: Requested) => FileColumns }
> = {
  GenerateShareholderList: {
    requests: [{ ...issuer, cutoff: day, ...states, showAddressInfo: true }],
    columns: (requested) => ({
      columns: [
        ...[
          'Account',
          'Registration',
          'Type',
          'Class',
          'Restricted',
          'Unrestricted',
          'Total',
          'Certificates',
        ],
        ...when(requested.certificateInfoStatus !== 'Outstanding', 'Canceled certificates'),
        ...(isPdf(requested) ? stacked(requested) : separate(requested)),
      ],
      more: [
        ...(requested.showCertificateDetails === true
          ? [{ title: 'Below each account', columns: certificateColumns }]
          : []),
        ...(requested.includeTaxLots === true && !isPdf(requested)
          ? [{ title: 'On a second sheet', columns: taxLotColumns }]
          : []),
      ],
    }),
  },
  GenerateHoldingsStatement: {
    requests: [{ ...issuer, Cutoff: day, Status: 'All' }],
    columns: (requested) => ({
      columns: isPdf(requested) ? statementClasses : [...statementHolder, ...statementClasses],
      more: [
        {
          title: 'Certificates',
          columns: isPdf(requested) ? statementCertificates : ['Account', ...statementCertificates],
        },
        {
          title: 'By legend',
          columns: isPdf(requested) ? statementLegends : ['Account', ...statementLegends],
        },
      ],
    }),
  },
  GenerateDRSStatement: {
    requests: [
      { ...issuer, cutoff: day, filterSecurityType: { securityTypeCode: '', securitySeriesCode: '' } },
    ],
    columns: (requested) =>
      isPdf(requested)
        ? { columns: drsMovements, more: [{ title: 'By legend', columns: statementLegends }] }
        : {
            columns: drsPositions,
            more: [
              { title: 'On a second sheet', columns: ['Account', 'Class', ...drsMovements] },
              { title: 'On a third sheet', columns: ['Account', ...statementLegends] },
            ],
          },
  },
  GenerateMailingLabels: {
    requests: [],
    columns: () => only(['Name', 'Address', 'City, state and postal code', 'Country']),
  },
  GenerateOwnershipPercentage: {
    requests: [
      { ...issuer, cutoff: day, sortBy: 'Shares', orderBy: 'Descending' },
      { ...issuer, cutoff: day, sortBy: 'Name', orderBy: 'Ascending' },
    ],
    columns: (requested) => {
      const ranked = requested.sortBy === 'Shares' && requested.orderBy === 'Descending';
      return only(below('Class', requested, accountOrder(ranked)));
    },
  },
  GenerateDilutedPercentage: {
    requests: [{ ...issuer, cutoff: day }],
    columns: (requested) => only(below('Class', requested, dilutedColumns)),
  },
  GenerateIssuerBalance: {
    requests: [{ ...issuer, CutoffDate: day, restrictionStatus: 'All' }],
    columns: () => only(balanceColumns),
  },
  GenerateTransactionList: {
    requests: [
      { ...issuer, ...journal },
      { customerIssuerId: null, ...journal, startDate: '2026-11-01' },
    ],
    columns: (requested) => ({
      columns: ofAll(requested, journalColumns),
      more: [
        {
          title: 'Certificates of each transaction',
          columns: isPdf(requested)
            ? journalLines
            : ofAll(requested, ['Trans. no.', 'Effective', 'Type', ...journalLines]),
        },
      ],
    }),
  },
  GenerateTransactions: {
    requests: [{ ...issuer, ...journal }],
    columns: (requested) => only(registerColumns(isPdf(requested))),
  },
  GenerateTransactionDetails: {
    requests: [{ controlTransactionId: 100001729 }],
    columns: () => ({
      columns: transactionCertificates,
      more: [{ title: 'Proof', columns: transactionProof }],
    }),
  },
  GenerateCertifiedList: {
    requests: [
      {
        ...issuer,
        cutoff: day,
        certifiedBy: 'Morgan Ellery',
        certifiedByTitle: 'Vice President',
        actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
      },
    ],
    columns: () => only(['Account', 'Registration', 'Class', 'Restricted', 'Unrestricted', 'Total']),
  },
  GenerateProof: {
    requests: [
      {
        customerIssuerId: 1005,
        cutoff: day,
        startDate: '2026-10-01',
        actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
      },
    ],
    columns: () => ({
      columns: ['Cause', 'Class', 'Shares', 'Since', 'Days', 'Aged, over 30 days'],
      more: [
        { title: 'Comparisons', columns: comparisonColumns },
        { title: 'Control book', columns: controlBookPrinted },
        { title: 'Record differences', columns: differenceColumns },
      ],
    }),
  },
  GenerateDividendFunding: {
    requests: [
      {
        dividendId: 100000016,
        actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
      },
    ],
    columns: () => ({
      columns: ['Use', 'Payments', 'Amount'],
      more: [{ title: 'Checks', columns: outstandingCheckColumns }],
    }),
  },
  GenerateRollForward: {
    requests: [
      {
        customerIssuerId: 1008,
        startDate: '2026-07-01',
        endDate: day,
        actor: { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' },
      },
    ],
    columns: (requested) => ({
      columns: below('Class', requested, ['Shares', ...rollClassColumns]),
      more: [
        {
          title: 'Reserved and authorized',
          columns: below('Class', requested, ['Shares', ...rollControlColumns]),
        },
        {
          title: 'Holders',
          columns: rollHolderColumns.filter((name) => !isPdf(requested) || !rollWideOnly.includes(name)),
        },
        { title: 'Movements', columns: rollMovementColumns },
        { title: 'Control book entries', columns: rollEntryColumns },
      ],
    }),
  },
  GenerateTA2Worksheet: {
    requests: [{ year: 2025 }],
    columns: (requested) => ({
      columns: below('Part', requested, ['Item', 'Question', 'Answer', '2024', 'Change', 'Source', 'Note']),
      // A PDF has no history where nothing was entered.
      more: isPdf(requested)
        ? []
        : [{ title: 'History', columns: ['Time', 'User', 'Step', 'Item', 'Answer', 'Reason'] }],
    }),
  },
  GenerateQuorumSheet: {
    requests: [{ customerProxyId: 100000005 }],
    columns: () => only(['Account', 'Registration', 'Entitled', 'Votes by', 'Signature']),
  },
  GenerateBrokerSearchLetter: {
    requests: [{ customerProxyId: 100000005 }],
    columns: () => only(['Account', 'Registration', 'Shares']),
  },
  GenerateControlBook: {
    requests: [{ ...issuer, ...period }],
    columns: (requested) => ({
      columns: below('Class', requested, isPdf(requested) ? controlBookPrinted : controlBookSheet),
      more: [
        {
          title: 'Record differences, where there are any',
          columns: below('Class', requested, differenceColumns),
        },
      ],
    }),
  },
  GenerateRejectionList: {
    requests: [
      { customerIssuerId: 1001, type: null, includeInvoiceNumber: true, ...period },
      { customerIssuerId: null, type: 'DTCRejection', includeInvoiceNumber: false, ...period },
    ],
    columns: (requested) =>
      only(
        below('Kind', requested, [
          ...ofAll(requested, isPdf(requested) ? rejectionsPrinted : rejectionsSheet),
          ...when(requested.includeInvoiceNumber, 'Invoice'),
        ]),
      ),
  },
  GenerateIssuerContacts: {
    requests: [
      { customerIssuerId: 1001, status: 'All' },
      { customerIssuerId: null, status: 'All' },
    ],
    columns: (requested) => {
      const columns = isPdf(requested) ? contactsPrinted : contactsSheet;
      return only(requested.customerIssuerId === null ? below('Issuer', requested, columns) : columns);
    },
  },
  GenerateProxyDetails: {
    requests: [{ customerProxyId: 100000003, includeNotVotedShares: true }],
    columns: (requested) => ({
      columns: proposalColumns,
      more: [
        {
          title: 'Holders, with a column for the vote on each proposal',
          columns: below('Vote', requested, [
            'Account',
            'Registration',
            'Entitled',
            'Voted',
            ...when(requested.includeNotVotedShares, 'Not voted'),
            'Method',
            'Date',
            'Proposal 1',
          ]),
        },
      ],
    }),
  },
  GenerateDividendDetails: {
    requests: [{ dividendId: 600000007 }, { dividendId: 100000016 }],
    columns: () => ({
      columns: cashDividend,
      more: [{ title: 'Of a stock dividend instead', columns: stockDividend }],
    }),
  },
};

/** A spreadsheet has one fact per column. */
const separate = (requested: Requested) => [
  ...when(requested.showAddressInfo, 'Address', 'Mailing address', 'Address status'),
  ...when(requested.showContactInfo, 'E-mail', 'Phone', 'Second phone'),
  ...when(requested.showTaxId, 'Tax id type', 'Tax id'),
  ...when(requested.includeAccessCode, 'Access code'),
];

/** A PDF stacks them. */
const stacked = (requested: Requested) => [
  ...joined(...when(requested.showAddressInfo, 'Address'), ...when(requested.showContactInfo, 'Contact')),
  ...joined(...when(requested.showTaxId, 'Tax id'), ...when(requested.includeAccessCode, 'Access code')),
];

/** The requests of every report. */
export const cases = builtReports.flatMap((id) => expected[id].requests.map((request) => ({ id, request })));

/** The expected columns of the file for this request body. */
export const fileColumns = (id: ReportId, requested: Requested): FileColumns =>
  expected[id].columns(requested);
