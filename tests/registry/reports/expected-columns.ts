import { builtReports, type ReportId } from '#lib/reports/catalogue';
import {
  accountOrder,
  balanceColumns,
  cashDividend,
  certificateColumns,
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
  proposalColumns,
  registerColumns,
  rejectionsPrinted,
  rejectionsSheet,
  statementCertificates,
  statementClasses,
  statementHolder,
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

type Asked = Readonly<Record<string, unknown>>;

const when = (asked: unknown, ...columns: string[]) => (asked === true ? columns : []);
const joined = (...columns: string[]) => (columns.length > 0 ? [columns.join(', ')] : []);
const only = (columns: readonly string[]): FileColumns => ({ columns, more: [] });
const isPdf = (asked: Asked) => asked.isPDF === true;
/** A workbook has a column for the section of a row; a PDF has it as a heading. */
const below = (section: string, asked: Asked, columns: readonly string[]) =>
  isPdf(asked) ? columns : [section, ...columns];
const ofAll = (asked: Asked, columns: readonly string[]) =>
  asked.customerIssuerId === null ? ['Issuer', ...columns] : columns;

const issuer = { customerIssuerId: 1003 };
const day = '2026-11-20';
const period = { startDate: '2025-01-01', endDate: day };
const journal = { ...period, filterDateBy: 'EffectiveDate', transactionTypeCode: null };
const states = { certificateInfoStatus: 'All', restrictionStatus: 'All', addressStatus: 'All' };

/**
 * The columns that each report's file must have, by hand. `requests` make its file; several where the request
 * changes the columns. A report that is missing here does not compile.
 */
const expected: Record<ReportId, { requests: readonly object[]; columns: (asked: Asked) => FileColumns }> = {
  GenerateShareholderList: {
    requests: [{ ...issuer, cutoff: day, ...states, showAddressInfo: true }],
    columns: (asked) => ({
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
        ...when(asked.certificateInfoStatus !== 'Outstanding', 'Canceled certificates'),
        ...(isPdf(asked) ? stacked(asked) : separate(asked)),
      ],
      more: [
        ...(asked.showCertificateDetails === true
          ? [{ title: 'Below each account', columns: certificateColumns }]
          : []),
        ...(asked.includeTaxLots === true && !isPdf(asked)
          ? [{ title: 'On a second sheet', columns: taxLotColumns }]
          : []),
      ],
    }),
  },
  GenerateHoldingsStatement: {
    requests: [{ ...issuer, Cutoff: day, Status: 'All' }],
    columns: (asked) => ({
      columns: isPdf(asked) ? statementClasses : [...statementHolder, ...statementClasses],
      more: [
        {
          title: 'Certificates',
          columns: isPdf(asked) ? statementCertificates : ['Account', ...statementCertificates],
        },
      ],
    }),
  },
  GenerateDRSStatement: {
    requests: [
      { ...issuer, cutoff: day, filterSecurityType: { securityTypeCode: '', securitySeriesCode: '' } },
    ],
    columns: (asked) =>
      isPdf(asked)
        ? only(drsMovements)
        : {
            columns: drsPositions,
            more: [{ title: 'On a second sheet', columns: ['Account', 'Class', ...drsMovements] }],
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
    columns: (asked) => {
      const ranked = asked.sortBy === 'Shares' && asked.orderBy === 'Descending';
      return only(below('Class', asked, accountOrder(ranked)));
    },
  },
  GenerateDilutedPercentage: {
    requests: [{ ...issuer, cutoff: day }],
    columns: (asked) => only(below('Class', asked, dilutedColumns)),
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
    columns: (asked) => ({
      columns: ofAll(asked, journalColumns),
      more: [
        {
          title: 'Certificates of each transaction',
          columns: isPdf(asked)
            ? journalLines
            : ofAll(asked, ['Trans. no.', 'Effective', 'Type', ...journalLines]),
        },
      ],
    }),
  },
  GenerateTransactions: {
    requests: [{ ...issuer, ...journal }],
    columns: (asked) => only(registerColumns(isPdf(asked))),
  },
  GenerateTransactionDetails: {
    requests: [{ controlTransactionId: 100001729 }],
    columns: () => ({
      columns: transactionCertificates,
      more: [{ title: 'Proof', columns: transactionProof }],
    }),
  },
  GenerateControlBook: {
    requests: [{ ...issuer, ...period }],
    columns: (asked) => ({
      columns: below('Class', asked, isPdf(asked) ? controlBookPrinted : controlBookSheet),
      more: [
        {
          title: 'Record differences, where there are any',
          columns: below('Class', asked, differenceColumns),
        },
      ],
    }),
  },
  GenerateRejectionList: {
    requests: [
      { customerIssuerId: 1001, type: null, includeInvoiceNumber: true, ...period },
      { customerIssuerId: null, type: 'DTCRejection', includeInvoiceNumber: false, ...period },
    ],
    columns: (asked) =>
      only(
        below('Kind', asked, [
          ...ofAll(asked, isPdf(asked) ? rejectionsPrinted : rejectionsSheet),
          ...when(asked.includeInvoiceNumber, 'Invoice'),
        ]),
      ),
  },
  GenerateIssuerContacts: {
    requests: [
      { customerIssuerId: 1001, status: 'All' },
      { customerIssuerId: null, status: 'All' },
    ],
    columns: (asked) => {
      const columns = isPdf(asked) ? contactsPrinted : contactsSheet;
      return only(asked.customerIssuerId === null ? below('Issuer', asked, columns) : columns);
    },
  },
  GenerateProxyDetails: {
    requests: [{ customerProxyId: 100000003, includeNotVotedShares: true }],
    columns: (asked) => ({
      columns: proposalColumns,
      more: [
        {
          title: 'Holders, with a column for the vote on each proposal',
          columns: below('Vote', asked, [
            'Account',
            'Registration',
            'Entitled',
            'Voted',
            ...when(asked.includeNotVotedShares, 'Not voted'),
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
const separate = (asked: Asked) => [
  ...when(asked.showAddressInfo, 'Address', 'Mailing address', 'Address status'),
  ...when(asked.showContactInfo, 'E-mail', 'Phone', 'Second phone'),
  ...when(asked.showTaxId, 'Tax id type', 'Tax id'),
  ...when(asked.includeAccessCode, 'Access code'),
];

/** A PDF stacks them. */
const stacked = (asked: Asked) => [
  ...joined(...when(asked.showAddressInfo, 'Address'), ...when(asked.showContactInfo, 'Contact')),
  ...joined(...when(asked.showTaxId, 'Tax id'), ...when(asked.includeAccessCode, 'Access code')),
];

/** The requests of every report. */
export const cases = builtReports.flatMap((id) => expected[id].requests.map((request) => ({ id, request })));

/** The expected columns of the file for this request body. */
export const fileColumns = (id: ReportId, asked: Asked): FileColumns => expected[id].columns(asked);
