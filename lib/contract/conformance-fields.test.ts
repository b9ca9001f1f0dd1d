import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type EndpointId, endpointIds, endpointOf } from './index.ts';
import { coreOf, itemOf, mayBeAbsent, mayBeNull, metaOf, objectOf, requestFields } from './shape.ts';

/**
 * Request fields, typed from the interface: `!` required, `?` may be left out, `0` may be null. Where the
 * contract deviates on purpose (null issuer, default dates, proxy IDs), the line shows the contract.
 */
const requests: Record<EndpointId, string> = {
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
const responses: Record<EndpointId, string> = {
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

function paths(schema: z.ZodType, place = ''): string[] {
  const core = coreOf(schema);
  if (core instanceof z.ZodUnion) return core.options.flatMap((each) => paths(each as z.ZodType, place));
  const item = itemOf(core);
  if (item) return paths(item, place);
  return Object.entries(objectOf(core)?.shape ?? {}).flatMap(([name, child]) => [
    place + name,
    ...paths(child as z.ZodType, `${place}${name}.`),
  ]);
}

const words = (text: string) => [...new Set(text.split(' ').filter(Boolean))].sort();

describe.each(endpointIds)('%s', (id) => {
  const endpoint = endpointOf(id);

  test('takes the documented request fields', () => {
    const found = Object.entries(requestFields(endpoint)).map(
      ([name, field]) => name + (mayBeAbsent(field) ? '?' : '!') + (mayBeNull(field) ? '0' : ''),
    );
    expect(found.sort()).toEqual(words(requests[id]));
  });

  test('answers with the documented fields', () => {
    expect([...new Set(paths(endpoint.response))].sort()).toEqual(words(responses[id]));
  });

  test('every request field has a title, and a sentence or choices where a form draws it', () => {
    for (const [name, field] of Object.entries(requestFields(endpoint))) {
      const meta = metaOf(field);
      expect(meta.title, name).toMatch(/^[A-Z].{1,29}$/);
      if (meta.control && meta.control !== 'text' && !meta.hidden)
        expect(meta.description, name).toMatch(/\.$/);
      if (meta.control === 'choice') expect(meta.choices?.length, name).toBeGreaterThan(1);
    }
  });

  test('names only fields it has in its rules', () => {
    const names = Object.keys(requestFields(endpoint));
    const found = paths(endpoint.response);
    const { issuer, paging, privileged, sensitive, twins, oneOf } = endpoint;
    if (issuer.by === 'field' || issuer.by === 'object') expect(names).toContain(issuer.field);
    if (paging) expect(names).toEqual(expect.arrayContaining([paging.start, paging.rows]));
    if (paging) expect(found).toEqual(expect.arrayContaining([paging.items, paging.total]));
    const asked = [
      ...Object.values(privileged ?? {}),
      ...(twins ?? []).map((each) => each.names),
      ...(oneOf ?? []),
    ];
    expect(names).toEqual(expect.arrayContaining(asked.flat()));
    const kept = [...(sensitive?.contact ?? []), ...(sensitive?.taxId ?? [])].map((path) =>
      path.replace(/^\[\]\./, '').replaceAll('[]', ''),
    );
    expect(found).toEqual(expect.arrayContaining(kept));
  });

  test('tells whether null may name all issuers, and its schema agrees', () => {
    const { issuer } = endpoint;
    if (issuer.by !== 'field' || endpoint.oneOf) return;
    const field = requestFields(endpoint)[issuer.field] as z.ZodType;
    expect(field.safeParse(null).success).toBe(issuer.null === 'all');
  });
});

test('null may stand for all issuers only where the answer names them', () => {
  const open = endpointIds.filter((id) => {
    const { issuer } = endpointOf(id);
    return issuer.by === 'field' && issuer.null === 'all';
  });
  expect(open.sort()).toEqual(
    [
      'GenerateIssuerContacts',
      'GenerateRejectionList',
      'GenerateTransactionList',
      'GetProxyList',
      'GetTAStatusTransactions',
    ].sort(),
  );
});
