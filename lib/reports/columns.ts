import type { ReportId } from './catalogue.ts';

/** The columns of a file, and of the lines and sheets that come with them. */
export type FileColumns = {
  columns: readonly string[];
  more: readonly { title: string; columns: string[] }[];
};

type Asked = Readonly<Record<string, unknown>>;

const when = (asked: unknown, ...columns: string[]) => (asked === true ? columns : []);
const joined = (...columns: string[]) => (columns.length > 0 ? [columns.join(', ')] : []);

/** Which columns a file will have, from what is asked for; one entry per report (peers §6, report wizard). */
const columnsOf: Record<ReportId, (asked: Asked) => FileColumns> = {
  GenerateShareholderList: (asked) => ({
    columns: [
      ...['Account', 'Registration', 'Type', 'Class', 'Restricted', 'Unrestricted', 'Total', 'Certificates'],
      ...when(asked.certificateInfoStatus !== 'Outstanding', 'Canceled certificates'),
      ...(asked.isPDF === true ? stacked(asked) : separate(asked)),
    ],
    more: [
      ...(asked.showCertificateDetails === true
        ? [{ title: 'Below each account', columns: certificateColumns }]
        : []),
      ...(asked.includeTaxLots === true && asked.isPDF !== true
        ? [{ title: 'On a second sheet', columns: taxLotColumns }]
        : []),
    ],
  }),
};

/** A spreadsheet has one fact per column. */
const separate = (asked: Asked) => [
  ...when(asked.showAddressInfo, 'Address', 'Mailing address', 'Address status'),
  ...when(asked.showContactInfo, 'E-mail', 'Phone', 'Second phone'),
  ...when(asked.showTaxId, 'Tax id type', 'Tax id'),
  ...when(asked.includeAccessCode, 'Access code'),
];

/** Paper stacks them. */
const stacked = (asked: Asked) => [
  ...joined(...when(asked.showAddressInfo, 'Address'), ...when(asked.showContactInfo, 'Contact')),
  ...joined(...when(asked.showTaxId, 'Tax id'), ...when(asked.includeAccessCode, 'Access code')),
];

const certificateColumns = [
  ...['Certificate', 'Form', 'Issued', 'Canceled', 'Shares', 'Restriction', 'Stop', 'Status'],
];
const taxLotColumns = [
  ...['Account', 'Registration', 'Class', 'Certificate', 'Lot', 'Acquired'],
  ...['Shares', 'Cost per share', 'Total cost', 'Covered', 'Method'],
];

/** The columns of the file that this request body would make. */
export const fileColumns = (id: ReportId, asked: Asked): FileColumns => columnsOf[id](asked);
