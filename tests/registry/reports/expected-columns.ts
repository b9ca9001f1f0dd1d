import type { ReportId } from './catalogue.ts';
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
export type FileColumns = {
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

/** The columns of a file, by the request; one entry per report. */
const columnsOf: Record<ReportId, (asked: Asked) => FileColumns> = {
  GenerateShareholderList: (asked) => ({
    columns: [
      ...['Account', 'Registration', 'Type', 'Class', 'Restricted', 'Unrestricted', 'Total', 'Certificates'],
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
  GenerateHoldingsStatement: (asked) => ({
    columns: isPdf(asked) ? statementClasses : [...statementHolder, ...statementClasses],
    more: [
      {
        title: 'Certificates',
        columns: isPdf(asked) ? statementCertificates : ['Account', ...statementCertificates],
      },
    ],
  }),
  GenerateDRSStatement: (asked) =>
    isPdf(asked)
      ? only(drsMovements)
      : {
          columns: drsPositions,
          more: [{ title: 'On a second sheet', columns: ['Account', 'Class', ...drsMovements] }],
        },
  GenerateMailingLabels: () => only(['Name', 'Address', 'City, state and postal code', 'Country']),
  GenerateOwnershipPercentage: (asked) => {
    const ranked = asked.sortBy === 'Shares' && asked.orderBy === 'Descending';
    return only(below('Class', asked, accountOrder(ranked)));
  },
  GenerateDilutedPercentage: (asked) => only(below('Class', asked, dilutedColumns)),
  GenerateIssuerBalance: () => only(balanceColumns),
  GenerateTransactionList: (asked) => ({
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
  GenerateTransactions: (asked) => only(registerColumns(isPdf(asked))),
  GenerateTransactionDetails: () => ({
    columns: transactionCertificates,
    more: [{ title: 'Proof', columns: transactionProof }],
  }),
  GenerateControlBook: (asked) => ({
    columns: below('Class', asked, isPdf(asked) ? controlBookPrinted : controlBookSheet),
    more: [
      { title: 'Record differences, where there are any', columns: below('Class', asked, differenceColumns) },
    ],
  }),
  GenerateRejectionList: (asked) =>
    only(
      below('Kind', asked, [
        ...ofAll(asked, isPdf(asked) ? rejectionsPrinted : rejectionsSheet),
        ...when(asked.includeInvoiceNumber, 'Invoice'),
      ]),
    ),
  GenerateIssuerContacts: (asked) => {
    const columns = isPdf(asked) ? contactsPrinted : contactsSheet;
    return only(asked.customerIssuerId === null ? below('Issuer', asked, columns) : columns);
  },
  GenerateProxyDetails: (asked) => ({
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
  GenerateDividendDetails: () => ({
    columns: cashDividend,
    more: [{ title: 'Of a stock dividend instead', columns: stockDividend }],
  }),
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

/** The columns of the file for this request body. */
export const fileColumns = (id: ReportId, asked: Asked): FileColumns => columnsOf[id](asked);
