import type { Role } from '#lib/access/roles';

/*
 * The access rules written a second time, by hand from the interface description. The expected results come
 * from here, never from lib/access or lib/contract.
 */

/** The letter that stands for a role in `who`. */
export const letters: Record<Role, string> = {
  'ta-admin': 'A',
  'ta-operator': 'O',
  'issuer-officer': 'F',
  'issuer-viewer': 'V',
  downloader: 'D',
};

export type Operation = {
  method: 'GET' | 'POST';
  path: string;
  /** Roles that may call it. */
  who: string;
  /** Where the issuer is named: in a request field, an object, the rows of the response, or nowhere. */
  tenant:
    | { by: 'issuer'; field: string; nullMeansAll: boolean }
    | { by: 'object'; field: string; kind: 'holder' | 'transaction' | 'proxy' | 'dividend' }
    | { by: 'rows' }
    | { by: 'none' };
  /** The other fields of a valid request. */
  rest: Record<string, unknown>;
  answers: 'data' | 'file' | 'write';
};

const issuer = (field = 'customerIssuerId', nullMeansAll = false): Operation['tenant'] => ({
  by: 'issuer',
  field,
  nullMeansAll,
});
const Issuer = () => issuer('CustomerIssuerId');
const all = () => issuer('customerIssuerId', true);

const get = (
  path: string,
  who: string,
  tenant: Operation['tenant'],
  rest: Record<string, unknown> = {},
): Operation => ({ method: 'GET', path: `/api/v1/${path}`, who, tenant, rest, answers: 'data' });
const file = (
  path: string,
  who: string,
  tenant: Operation['tenant'],
  rest: Record<string, unknown> = {},
): Operation => ({ method: 'POST', path: `/api/v1/${path}`, who, tenant, rest, answers: 'file' });
const write = (path: string, tenant: Operation['tenant'], rest: Record<string, unknown>): Operation => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  who: 'AO',
  tenant,
  rest,
  answers: 'write',
});

const range = { startDate: '2026-01-01', endDate: '2026-11-19' };
const journal = { filterDateBy: 'Effective Date', transactionTypeCode: '', isPDF: true, ...range };
export const aHolder = {
  name: 'JOHN A SAMPLE',
  sortName: 'SAMPLE, JOHN A',
  primaryPayeeName: null,
  primaryTaxId: null,
  primaryTaxIdType: 'SSN',
  primaryAddress: {
    address1: '12 Lantern Row',
    city: 'Dayton',
    state: 'OH',
    postalCode: '45402',
    country2Code: 'US',
  },
};

export const operations: Record<string, Operation> = {
  GetTA2Report: get('Report/GetTA2Report', 'AO', { by: 'none' }),
  GetOwnershipPercentage: get('Report/GetOwnershipPercentage', 'AOFV', issuer(), {
    cutoff: '2026-11-19',
    sortBy: 'Shares',
    orderBy: 'Descending',
  }),
  GetDilutedPercentage: get('Report/GetDilutedPercentage', 'AOFV', issuer(), {
    cutoff: '2026-11-19',
    isPDF: false,
  }),
  GenerateDilutedPercentage: file('Report/GenerateDilutedPercentage', 'AOFVD', issuer(), {
    cutoff: '2026-11-19',
    isPDF: true,
  }),
  GenerateShareholderList: file('Report/GenerateShareholderList', 'AOFVD', issuer(), {
    cutoff: '2026-11-19',
    isPDF: true,
    certificateInfoStatus: 'All',
    restrictionStatus: 'All',
    addressStatus: 'All',
  }),
  GenerateHoldingsStatement: file('Report/GenerateHoldingsStatement', 'AOFD', issuer(), {
    Cutoff: '2026-11-19',
    isPDF: true,
    Status: 'All',
  }),
  GenerateDRSStatement: file('Report/GenerateDRSStatement', 'AOFD', issuer(), {
    cutoff: '2026-11-19',
    isPDF: true,
    filterSecurityType: { securityTypeCode: 'C', securitySeriesCode: '' },
  }),
  GenerateRejectionList: file('Report/GenerateRejectionList', 'AOFVD', all(), {
    type: 'MasterRejection',
    includeInvoiceNumber: false,
    isPDF: true,
    ...range,
  }),
  GenerateIssuerContacts: file('Report/GenerateIssuerContacts', 'AOF', all(), {
    status: 'Active',
    isPDF: true,
  }),
  GenerateMailingLabels: file('Report/GenerateMailingLabels', 'AOF', issuer(), {
    labelType: 'LABEL5160',
    cutoff: '2026-11-19',
    restriction: 'All',
    addressStatus: 'GoodAddress',
    holdingStatus: 'Outstanding',
  }),
  GenerateIssuerBalance: file('Report/GenerateIssuerBalance', 'AOFVD', issuer(), {
    CutoffDate: '2026-11-19',
    restrictionStatus: 'All',
    isPDF: true,
  }),
  GenerateOwnershipPercentage: file('Report/GenerateOwnershipPercentage', 'AOFVD', issuer(), {
    cutoff: '2026-11-19',
    sortBy: 'Shares',
    orderBy: 'Descending',
    isPDF: true,
  }),
  GenerateTransactionList: file('Report/GenerateTransactionList', 'AOFVD', all(), {
    returnJSON: false,
    ...journal,
  }),
  GenerateControlBook: file('Report/GenerateControlBook', 'AOFV', issuer(), { isPDF: true, ...range }),
  GenerateTransactionDetails: file('Transaction/GenerateTransactionDetails', 'AOFVD', {
    by: 'object',
    field: 'controlTransactionId',
    kind: 'transaction',
  }),
  GenerateTransactions: file('Transaction/GenerateTransactions', 'AOFVD', issuer(), journal),
  GetTAStatusTransactions: get('Transaction/GetTAStatusTransactions', 'AOFV', all(), {
    filterTransactionType: 'All',
    transactionStatus: 'All',
    orderBy: 'Descending',
    sortBy: 'EffectiveDate',
    start: 0,
    numberOfRows: 100,
  }),
  GetShareholderDetails: get('Shareholder/Details', 'AOFV', {
    by: 'object',
    field: 'customerShareholderId',
    kind: 'holder',
  }),
  GetHoldingSummary: get('Shareholder/GetHoldingSummary', 'AOFV', issuer(), {
    customerShareholderId: 'H-11',
  }),
  GetShareholderDetailsList: get('Shareholder/Details/List', 'AOFV', issuer()),
  GetShareholderCapTable: get('Issuer/shareholder/cap/table', 'AOFV', Issuer(), {
    Start: 0,
    NumberOfRows: 25,
  }),
  GetIssuerShareholderDetails: get('Issuer/shareholder/details', 'AOFV', Issuer(), {
    Start: 0,
    NumberOfRows: 25,
  }),
  GetIssuerSecurityTypes: get('Issuer/GetIssuerSecurityTypes', 'AOFVD', Issuer()),
  GetIssuerActiveCertificateDefinitions: get(
    'Issuer/GetIssuerActiveCertificateDefinitions',
    'AOFV',
    Issuer(),
  ),
  GetTransferAgentIssuers: get('Issuer/GetTransferAgentIssuers', 'AOFVD', { by: 'rows' }),
  GetIssuerBalance: get('Issuer/GetIssuerBalance', 'AOFV', Issuer(), {
    RestrictionStatus: 'All',
    CutoffDate: '2026-11-19',
  }),
  GetProxyList: get('Proxy/GetList', 'AOFV', all()),
  GenerateProxyDetails: file(
    'Proxy/GenerateProxyDetails',
    'AOFVD',
    { by: 'object', field: 'customerProxyId', kind: 'proxy' },
    { includeNotVotedShares: true, isPDF: true },
  ),
  GetDividendList: get('Dividend/GetList', 'AOFV', issuer()),
  GenerateDividendDetails: file(
    'Dividend/GenerateDividendDetails',
    'AOFVD',
    { by: 'object', field: 'dividendId', kind: 'dividend' },
    { isPDF: true },
  ),
  GetHoldingCertificates: get('Certificate/GetHoldingCertificates', 'AOFV', issuer(), {
    customerShareholderId: 'H-11',
    filterStatus: 'All',
  }),
  CreateOrUpdate: write('Shareholder/CreateOrUpdate', { by: 'none' }, aHolder),
  CreateNewIssuance: write('Transaction/CreateNewIssuance', issuer(), {
    effectiveDate: '2026-11-19',
    processDate: '2026-11-19',
    chargeAmount: 75,
    certificateType: 'BookEntry',
    securityType: null,
    comments: null,
    TaxLots: null,
    restrictionCode: 'R',
    certificates: [{ shares: 1500, restrictionCode: 'R' }],
    shareholder: { ...aHolder, customerShareholderId: 'LK-900001', accountType: 'Individual' },
  }),
};

/** Operations that may name a holder beside the issuer without listing one account's holdings: the field. */
export const beside: Record<string, string> = {
  GenerateShareholderList: 'customerShareholderId',
  GenerateHoldingsStatement: 'customerShareholderId',
  GenerateDRSStatement: 'customerShareholderId',
  GetIssuerShareholderDetails: 'CustomerShareholderId',
};

/** Paths of the interface that no browser may reach. */
export const never = [
  ['POST', '/connect/token'],
  ['GET', '/api/v1/Report/DownloadReport/f/list.pdf/a'],
  ['GET', '/Api/v1/Report/DownloadReport/f/list.pdf/a'],
  ['GET', '/api/v1/Transaction/GenerateTransactionDetails/f/details.pdf/a'],
] as const;

/** Fields that only some roles may set: operation, field, roles; `reason` means a reason is required too. */
export const fields: readonly [string, string, string, 'reason'?][] = [
  ['GenerateShareholderList', 'showTaxId', 'AO', 'reason'],
  ['GenerateShareholderList', 'includeAccessCode', 'AO', 'reason'],
  ['GenerateShareholderList', 'showContactInfo', 'AOF'],
  ['GenerateShareholderList', 'showAddressInfo', 'AOFD'],
  ['GenerateShareholderList', 'showCertificateDetails', 'AOFVD'],
  ['GenerateRejectionList', 'includeInvoiceNumber', 'AO'],
  ['GenerateTransactionList', 'returnJSON', 'AOFV'],
];
