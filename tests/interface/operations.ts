import type { InterfaceId } from '#lib/contract/index';
import { agentOperations } from './agent-operations.ts';
import type { Operation } from './operation.ts';
import { addressFiles, agent, agentAndOfficers, figures, files } from './role-letters.ts';

/*
 * The operations and their access rules written a second time, by hand from the interface description. Tests
 * take the expected results from here, never from lib/access or lib/contract.
 */

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
): Operation => ({ method: 'GET', path: `/api/v1/${path}`, who, tenant, rest, responses: 'data' });
const file = (
  path: string,
  who: string,
  tenant: Operation['tenant'],
  rest: Record<string, unknown> = {},
): Operation => ({ method: 'POST', path: `/api/v1/${path}`, who, tenant, rest, responses: 'file' });
const write = (path: string, tenant: Operation['tenant'], rest: Record<string, unknown>): Operation => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  who: agent,
  tenant,
  rest,
  responses: 'write',
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

const interfaceOperations: Record<string, Operation> = {
  GetTA2Report: get('Report/GetTA2Report', agent, { by: 'none' }),
  GetOwnershipPercentage: get('Report/GetOwnershipPercentage', figures, issuer(), {
    cutoff: '2026-11-19',
    sortBy: 'Shares',
    orderBy: 'Descending',
  }),
  GetDilutedPercentage: get('Report/GetDilutedPercentage', figures, issuer(), {
    cutoff: '2026-11-19',
    isPDF: false,
  }),
  GenerateDilutedPercentage: file('Report/GenerateDilutedPercentage', files, issuer(), {
    cutoff: '2026-11-19',
    isPDF: true,
  }),
  GenerateShareholderList: file('Report/GenerateShareholderList', files, issuer(), {
    cutoff: '2026-11-19',
    isPDF: true,
    certificateInfoStatus: 'All',
    restrictionStatus: 'All',
    addressStatus: 'All',
  }),
  GenerateHoldingsStatement: file('Report/GenerateHoldingsStatement', addressFiles, issuer(), {
    Cutoff: '2026-11-19',
    isPDF: true,
    Status: 'All',
  }),
  GenerateDRSStatement: file('Report/GenerateDRSStatement', addressFiles, issuer(), {
    cutoff: '2026-11-19',
    isPDF: true,
    filterSecurityType: { securityTypeCode: 'C', securitySeriesCode: '' },
  }),
  GenerateRejectionList: file('Report/GenerateRejectionList', files, all(), {
    type: 'MasterRejection',
    includeInvoiceNumber: false,
    isPDF: true,
    ...range,
  }),
  GenerateIssuerContacts: file('Report/GenerateIssuerContacts', agentAndOfficers, all(), {
    status: 'Active',
    isPDF: true,
  }),
  GenerateMailingLabels: file('Report/GenerateMailingLabels', agentAndOfficers, issuer(), {
    labelType: 'LABEL5160',
    cutoff: '2026-11-19',
    restriction: 'All',
    addressStatus: 'GoodAddress',
    holdingStatus: 'Outstanding',
  }),
  GenerateIssuerBalance: file('Report/GenerateIssuerBalance', files, issuer(), {
    CutoffDate: '2026-11-19',
    restrictionStatus: 'All',
    isPDF: true,
  }),
  GenerateOwnershipPercentage: file('Report/GenerateOwnershipPercentage', files, issuer(), {
    cutoff: '2026-11-19',
    sortBy: 'Shares',
    orderBy: 'Descending',
    isPDF: true,
  }),
  GenerateTransactionList: file('Report/GenerateTransactionList', files, all(), {
    returnJSON: false,
    ...journal,
  }),
  GenerateControlBook: file('Report/GenerateControlBook', figures, issuer(), { isPDF: true, ...range }),
  GenerateTransactionDetails: file('Transaction/GenerateTransactionDetails', files, {
    by: 'object',
    field: 'controlTransactionId',
    kind: 'transaction',
  }),
  GenerateTransactions: file('Transaction/GenerateTransactions', files, issuer(), journal),
  GetTAStatusTransactions: get('Transaction/GetTAStatusTransactions', figures, all(), {
    filterTransactionType: 'All',
    transactionStatus: 'All',
    orderBy: 'Descending',
    sortBy: 'EffectiveDate',
    start: 0,
    numberOfRows: 100,
  }),
  GetShareholderDetails: get('Shareholder/Details', figures, {
    by: 'object',
    field: 'customerShareholderId',
    kind: 'holder',
  }),
  GetHoldingSummary: get('Shareholder/GetHoldingSummary', figures, issuer(), {
    customerShareholderId: 'H-11',
  }),
  GetShareholderDetailsList: get('Shareholder/Details/List', figures, issuer()),
  GetShareholderCapTable: get('Issuer/shareholder/cap/table', figures, Issuer(), {
    Start: 0,
    NumberOfRows: 25,
  }),
  GetIssuerShareholderDetails: get('Issuer/shareholder/details', figures, Issuer(), {
    Start: 0,
    NumberOfRows: 25,
  }),
  GetIssuerSecurityTypes: get('Issuer/GetIssuerSecurityTypes', files, Issuer()),
  GetIssuerActiveCertificateDefinitions: get(
    'Issuer/GetIssuerActiveCertificateDefinitions',
    figures,
    Issuer(),
  ),
  GetTransferAgentIssuers: get('Issuer/GetTransferAgentIssuers', files, { by: 'rows' }),
  GetIssuerBalance: get('Issuer/GetIssuerBalance', figures, Issuer(), {
    RestrictionStatus: 'All',
    CutoffDate: '2026-11-19',
  }),
  GetProxyList: get('Proxy/GetList', figures, all()),
  GenerateProxyDetails: file(
    'Proxy/GenerateProxyDetails',
    files,
    { by: 'object', field: 'customerProxyId', kind: 'proxy' },
    { includeNotVotedShares: true, isPDF: true },
  ),
  GetDividendList: get('Dividend/GetList', figures, issuer()),
  GenerateDividendDetails: file(
    'Dividend/GenerateDividendDetails',
    files,
    { by: 'object', field: 'dividendId', kind: 'dividend' },
    { isPDF: true },
  ),
  GetHoldingCertificates: get('Certificate/GetHoldingCertificates', figures, issuer(), {
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

/** The operations of the interface, and the agent's. */
export const operations: Record<string, Operation> = { ...interfaceOperations, ...agentOperations };

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
  ['GenerateShareholderList', 'showTaxId', agent, 'reason'],
  ['GenerateShareholderList', 'includeAccessCode', agent, 'reason'],
  ['GenerateShareholderList', 'showContactInfo', agentAndOfficers],
  ['GenerateShareholderList', 'showAddressInfo', addressFiles],
  ['GenerateShareholderList', 'showCertificateDetails', files],
  ['GenerateRejectionList', 'includeInvoiceNumber', agent],
  ['GenerateTransactionList', 'returnJSON', figures],
];

/**
 * Request fields, typed from the interface: `!` required, `?` may be left out, `0` may be null. Where the
 * contract deviates on purpose (null issuer, default dates, proxy IDs), the line shows the contract.
 */
export const requests: Record<InterfaceId, string> = {
  GetTA2Report: 'year? startDate? endDate? customerIssuerId?0 SystemControlIssuerId?',
  GetOwnershipPercentage: 'customerIssuerId! cutoff? sortBy? orderBy? filterSecurityType?',
  GetDilutedPercentage: 'customerIssuerId! cutoff! isPDF!',
  GenerateDilutedPercentage: 'customerIssuerId! cutoff! isPDF!',
  GenerateShareholderList:
    'customerIssuerId! cutoff? isPDF? customerShareholderId? showCertificateDetails? showAddressInfo? showContactInfo? showTaxId? hideCanceledDateIfGreaterThanCutoff? includeAccessCode? filterSecurityType? prefix?0 certificateInfoStatus! restrictionStatus! addressStatus! includeTaxLots?',
  GenerateHoldingsStatement:
    'customerIssuerId! Cutoff! isPDF? customerShareholderId? filterSecurityType? Status?',
  GenerateDRSStatement: 'customerIssuerId! isPDF? cutoff? customerShareholderId? filterSecurityType!',
  GenerateRejectionList: 'customerIssuerId!0 type!0 startDate? endDate? includeInvoiceNumber! isPDF!',
  GenerateIssuerContacts: 'customerIssuerId!0 status! contactStatus? isPDF!',
  GenerateMailingLabels:
    'customerIssuerId! labelType! cutoff! restriction! addressStatus! holdingStatus? isPDF?',
  GenerateIssuerBalance: 'customerIssuerId! CutoffDate! filterSecurityType? restrictionStatus! isPDF?',
  GenerateOwnershipPercentage: 'customerIssuerId! cutoff! filterSecurityType? sortBy! orderBy! isPDF?',
  GenerateTransactionList:
    'customerIssuerId!0 filterDateBy! startDate? endDate! transactionTypeCode?0 isPDF? returnJSON?',
  GenerateControlBook: 'customerIssuerId! startDate! endDate! isPDF?',
  DownloadReport: 'fileCode! fileName! accessCode!',
  DownloadTransactionDetails: 'fileCode! fileName! accessCode!',
  GenerateTransactionDetails: 'controlTransactionId!',
  CreateNewIssuance:
    'idempotencyId?0 customerIssuerId! effectiveDate!0 processDate! chargeAmount! certificateType! securityType?0 comments!0 createdByEmail! createdByFirstName! createdByLastName! restrictionCode!0 certificates?0 shareholder! TaxLots!0',
  GetTAStatusTransactions:
    'customerIssuerId!0 filterTransactionType! transactionStatus! orderBy! sortBy! start! numberOfRows!',
  GenerateTransactions: 'customerIssuerId! filterDateBy! startDate! endDate! transactionTypeCode!0 isPDF!',
  CreateOrUpdate:
    'idempotencyId?0 createdByEmail! createdByFirstName! createdByLastName! customerShareholderId? name! name2?0 name3?0 sortName! accountType?0 primaryPayeeName!0 primaryTaxId!0 primaryTaxIdType! secondaryPayeeName?0 secondaryTaxId?0 secondaryTaxIdType?0 mailingAddress?0 primaryAddress!',
  GetShareholderDetails: 'customerShareholderId!',
  GetHoldingSummary: 'customerIssuerId! customerShareholderId!',
  GetShareholderDetailsList: 'customerIssuerId!',
  GetShareholderCapTable: 'CustomerIssuerId?0 SystemControlIssuerId? Start? NumberOfRows?',
  GetIssuerShareholderDetails:
    'CustomerIssuerId?0 SystemControlIssuerId? CustomerShareholderId? SystemShareholderId? Start? NumberOfRows?',
  GetIssuerSecurityTypes: 'CustomerIssuerId?0 SystemControlIssuerId?',
  GetIssuerActiveCertificateDefinitions: 'CustomerIssuerId?0 SystemControlIssuerId?',
  GetTransferAgentIssuers: '',
  GetIssuerBalance:
    'CustomerIssuerId?0 SystemControlIssuerId? FilterSecurityType? RestrictionStatus? CutoffDate?',
  GetProxyList: 'customerIssuerId!0',
  GenerateProxyDetails: 'customerProxyId! controlProxyId? proxyId? includeNotVotedShares! isPDF!',
  GetDividendList: 'customerIssuerId! isPDF?',
  GenerateDividendDetails: 'dividendId! isPDF?',
  GetHoldingCertificates: 'customerIssuerId! customerShareholderId? filterStatus!',
  Token: 'grant_type! client_id! client_secret!',
};

const addressNames =
  'address1 address2 city state postalCode country2Code email phone secondaryPhone country';
const inside = (place: string, names: string) =>
  names
    .split(' ')
    .map((name) => `${place}${name}`)
    .join(' ');
const withFormat = (place: string, names: string) =>
  names
    .split(' ')
    .flatMap((name) => [`${place}${name}`, `${place}${name}Format`])
    .join(' ');

const certificateLine = (place: string) =>
  `${inside(
    place,
    'shareholderName shareholderType shareholderTypeEnum shareholderCustomerId shareholderControlId primaryAddress securityTypeId securityType issuedDate controlCertificateId customerCertificateId certificateNumber restriction shares value',
  )} ${inside(`${place}primaryAddress.`, addressNames)}`;

const record = `sortName customerShareholderId systemShareholderId displayShareholderId name fullPrimaryAddress primaryAddress fullMailingAddress mailingAddress type typeEnum primaryTaxId primaryTaxIdType primaryPayeeName secondaryTaxId secondaryTaxIdType secondaryPayeeName ${inside('primaryAddress.', addressNames)} ${inside('mailingAddress.', addressNames)}`;
const link = 'downloadUrl';

/** Response fields, typed from the interface: every path below the response, arrays left out. */
export const responses: Record<InterfaceId, string> = {
  GetTA2Report: '',
  GetOwnershipPercentage: `accounts accounts.securities balances ${inside('accounts.', 'systemShareholderId customerShareholderId displayShareholderId sortName name')} accounts.securities.securityType ${withFormat('accounts.securities.', 'numberOfCertificates totalShares percentage')} balances.securityType balances.isUnlimited ${withFormat('balances.', 'numOfShareholder totalOutstandingShares authorizedShares')}`,
  GetDilutedPercentage: `securites securites.security ${withFormat('securites.', 'totalShares')} securites.shareholders ${inside('securites.shareholders.', 'systemShareholderId customerShareholderId displayShareholderId name isReserved')} ${withFormat('securites.shareholders.', 'shares')}`,
  GenerateDilutedPercentage: link,
  GenerateShareholderList: link,
  GenerateHoldingsStatement: link,
  GenerateDRSStatement: link,
  GenerateRejectionList: link,
  GenerateIssuerContacts: link,
  GenerateMailingLabels: link,
  GenerateIssuerBalance: link,
  GenerateOwnershipPercentage: link,
  GenerateTransactionList: `${link} totalTransactionRecords transactions ${inside('transactions.', 'controlTransactionId TransactionNumber InvoiceNumber Agent processDate effectiveDate issuerName customerIssuerId controlIssuerId type typeCode canceledCertificates issuedCertificates')} ${certificateLine('transactions.canceledCertificates.')} ${certificateLine('transactions.issuedCertificates.')}`,
  GenerateControlBook: link,
  DownloadReport: '',
  DownloadTransactionDetails: '',
  GenerateTransactionDetails: link,
  CreateNewIssuance: 'controlTransactionId customerTransactionId displayTransactionId',
  GetTAStatusTransactions: `totalRecords transactions ${inside('transactions.', 'transactionId controlTransactionId type receivedDate completedDate effectiveDate transferFrom issuedTo status')}`,
  GenerateTransactions: link,
  CreateOrUpdate: 'action customerShareholderId systemShareholderId',
  GetShareholderDetails: record,
  GetHoldingSummary: `securityTypeId security hasBookCertificates ${withFormat('', 'shares numberOfCertificates')}`,
  GetShareholderDetailsList: `shareholders ${inside('shareholders.', record)}`,
  GetShareholderCapTable: `totalShareholderRecords shareholders securities ${inside('shareholders.', 'shareholderCustomerId shareholderControlId shareholderName shareholderEmail shareholderType shareholderTypeEnum securityType securityTypeID value totalShares restrictionShares nonRestrictionShares')} ${inside('securities.', 'securityTypeID securityType numberOfShareholders totalIssuedShares authorizedShares totalValue isUnlimitedAuthorizedShares')}`,
  GetIssuerShareholderDetails: `totalShareholderRecords shareholders ${inside('shareholders.', 'shareholderName shareholderEmail shareholderType shareholderTypeEnum shareholderCustomerId shareholderControlId securities')} ${inside('shareholders.securities.', 'securityTypeId securityType totalShares totalValue certificates')} ${inside('shareholders.securities.certificates.', 'controlCertificateId customerCertificateId certificateNumber shares value issuedDate issuanceTransactionId')}`,
  GetIssuerSecurityTypes: 'securityTypeId securityType securityTypeCode securitySeriesCode',
  GetIssuerActiveCertificateDefinitions: '',
  GetTransferAgentIssuers: `name customerIssuerId controlIssuerId status primaryAddress ${inside('primaryAddress.', addressNames)}`,
  GetIssuerBalance: `issuerId customerIssuerId className totalShareholder securityID securityDescription isUnlimited dollarFormat ${withFormat('', 'authorizedShares totalIssuedShares totalOutstandingShares totalReserveShares totalRestrictedShares totalNonRestrictedShares')}`,
  GetProxyList: `proxyId issuer security title quorum recordDate mailingDate meetingDateTime voteCloseDateTime status ${withFormat('', 'totalShares totalVotedShares')}`,
  GenerateProxyDetails: link,
  GetDividendList: `dividendId type security payable recordDate ratio oustandingShares outstandingSharesFormat fractionalType ${withFormat('', 'distributionAmount cashPerShare')}`,
  GenerateDividendDetails: link,
  GetHoldingCertificates:
    'controlCertificateId customerCertificateId prefixAndCertificateNumber issued canceled security restriction stop shares postReverseSplit',
  Token: 'access_token token_type expires_in',
};
