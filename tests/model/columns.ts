// Writes results of the model as the interface writes them: names and formats of fields.

import { projector, type Row, type Shape } from './list.ts';
import { far, label, worth } from './naive/register.ts';
import { percent } from './naive/responses.ts';

/** Interface names and formats for the results of the naive register; only names and texts, no rules. */
const commas = (n: bigint | number) => `${n}`.replace(/\B(?=(\d{3})+$)/g, ',');
const decimal = (n: bigint, places: number) => {
  const digits = `${n}`.padStart(places + 1, '0');
  return `${commas(BigInt(digits.slice(0, -places)))}.${digits.slice(-places)}`;
};
const quantity = (n: bigint, { cls }: Row) => (cls.isDollar ? '$' : '') + commas(n);
const slashed = (day: string) => day && `${+day.slice(5, 7)}/${+day.slice(8, 10)}/${day.slice(0, 4)}`;
const cents = (n: bigint): [number, string] => [Number(n) / 100, `$${decimal(n, 2)}`];
const codes: Record<string, string> = { N: '', R: 'Rule 144', B: 'Blue Sky', A: 'Affiliate/Control' };
Object.assign(codes, { S: 'Regulation S', L: 'Lock-Up Agreement', O: 'Other' });
const types: Record<string, string> = { IRA: 'IRA', Plan401K: '401K Plan' };
const securityKinds =
  'corporateEquity corporateDebt openEndInvestmentCompany limitedPartnership municipalDebt other';
const kinds: Record<string, string> = { N: 'New issuance', T: 'Transfer', C: 'Conversion', R: 'Retirement' };
Object.assign(kinds, { F: 'Forward split', V: 'Reverse split', D: 'Dividend' });
const formTexts =
  'Paper certificate,Book entry,Book entry of the depository nominee,Book entry of treasury'.split(',');
const byKind = (list: readonly unknown[]) =>
  Object.fromEntries(securityKinds.split(' ').map((name, at) => [name, list[at]]));
type Place = Record<string, string> | null | undefined;
const placeFacts = 'address1 address2 city state postalCode country2Code country email phone secondaryPhone';
const noPlace = Object.fromEntries(placeFacts.split(' ').map((word) => [word, '']));

const forms = {
  ...{ label, worth, text: String, kind: (kind: string) => kinds[kind] },
  /** Missing days and texts are empty. */
  day: (day: string | undefined) => slashed(!day || day === far ? '' : day),
  word: (word: string | null | undefined) => word ?? '',
  flag: Boolean,
  /** Who has the shares: a holder, or a reserve of promised shares. */
  owner: (one: Row, { kind }: Row) => (kind === 'reserved' ? `RESERVE – ${one.name}` : label(one)),
  reserved: (kind: string) => kind === 'reserved',
  code: (code: string) => codes[code],
  type: (type: string) => types[type] ?? type.replace(/([a-z])([A-Z])/g, '$1 $2'),
  address: (one: Place) => one ?? noPlace,
  place(one: Place) {
    const area = [one?.state, one?.postalCode].filter(Boolean).join(' ');
    const town = [one?.city, area].filter(Boolean).join(', ');
    const country = one?.country2Code === 'US' ? '' : one?.country;
    return [one?.address1, one?.address2, town, country].filter(Boolean).join(', ');
  },
  form: (at: number) => (at === 0 ? 'Certificate' : 'BookEntry'),
  definitionText: (at: number, { cls }: Row) => `${cls.description || cls.name}: ${formTexts[at]}`,
  isUsed: () => true,
  stops: (list: Row[]) => list.map((one) => `STOP – ${one.kind} ${slashed(one.placed)}`).join('; '),
  none: (list: unknown[]) => list.length === 0,
  dollars: (cents: bigint) => Number(cents) / 100,
  quantity,
  description: (cls: Row) => cls.description || cls.name,
  shown: (one: Row) => one.customerShareholderId || `${one.id}`,
  numbered: ({ prefix, number }: Row) => `${prefix}-${number}`,
  quorum: (percent: string) => `${percent}%`,
  kinds: byKind,
  kindShares: (rows: Row[]) => byKind(rows.map((one) => one.shares)),
};
const pairs = {
  n: (n: bigint | number): [unknown, string] => [n, commas(n)],
  q: (n: bigint, row: Row): [unknown, string] => [n, quantity(n, row)],
  limit: (n: bigint, row: Row & { isUnlimited: boolean }): [unknown, string] => [
    n,
    row.isUnlimited ? 'Unlimited' : quantity(n, row),
  ],
  cents,
  /** What a dividend distributes: shares or dollars. */
  amount: (n: bigint, { kind }: Row) => (kind === 'Stock' ? ([n, commas(n)] as [bigint, string]) : cents(n)),
  rate: (micros: bigint, { kind }: Row): [unknown, string] =>
    kind === 'Stock' ? [null, ''] : [Number(micros) / 1e6, `$${decimal(micros, 6).replace(/0{1,4}$/, '')}`],
  share(part: bigint, { whole }: { whole: bigint }): [number, string] {
    const text = decimal(percent(part, whole, 4n), 4);
    const percentage = Number(percent(part, whole, 8n)) / 1e8;
    return [percentage, part > 0n && text === '0.0000' ? '<0.0001%' : `${text}%`];
  },
};
const project = projector(forms, pairs);

const person = `shareholderCustomerId=holder.customerShareholderId shareholderControlId=holder.id
shareholderName=holder:label shareholderType=holder.accountType:type shareholderTypeEnum=holder.accountType`;
const owner = `${person} shareholderEmail=holder.primaryAddress.email`;
const paper = `controlCertificateId=id customerCertificateId=key certificateNumber=number:text shares
value=shares:worth`;
const line = `${person} ${paper} primaryAddress=holder.primaryAddress securityTypeId=cls.id securityType=cls.name
issuedDate=issued restriction=code:code`;
const record = `sortName customerShareholderId systemShareholderId=id displayShareholderId=customerShareholderId name=:label
fullPrimaryAddress=primaryAddress:place primaryAddress fullMailingAddress=mailingAddress:place mailingAddress
type=accountType:type typeEnum=accountType primaryTaxId:word primaryTaxIdType:word
primaryPayeeName:word secondaryTaxId:word secondaryTaxIdType:word secondaryPayeeName:word`;

const agedColumns = 'issues marketValue:dollars';

const shapes: Record<string, Shape> = {
  GetTransferAgentIssuers: 'name customerIssuerId controlIssuerId=id status primaryAddress:address',
  GetIssuerSecurityTypes:
    'securityTypeId=id securityType=name securityTypeCode=code securitySeriesCode=series',
  GetIssuerActiveCertificateDefinitions: `certificateDefinitionId=id securityTypeId=cls.id securityType=cls.name prefix
certificateType=at:form description=at:definitionText cusip=cls.cusip:word parValue=cls.par nextCertificateNumber=next:text
isActive=:isUsed restrictionLegendRequired=isLegend`,
  GetIssuerBalance: `issuerId=cls.issuer.id customerIssuerId=cls.issuer.customerIssuerId className=cls.name
securityID=cls.id totalShareholder=holders securityDescription=cls:description isUnlimited dollarFormat=cls.isDollar
authorizedShares=authorized:limit totalIssuedShares=issued:q totalOutstandingShares=shares:q
totalReserveShares=reserved:q totalRestrictedShares=restricted:q totalNonRestrictedShares=free:q`,
  GetShareholderCapTable: [
    'totalShareholderRecords=total',
    {
      'shareholders=rows': `${owner} securityType=cls.name securityTypeID=cls.id value=shares:worth totalShares=shares
restrictionShares=restricted nonRestrictionShares=free`,
      'securities=classes': `securityTypeID=cls.id securityType=cls.name numberOfShareholders=holders
totalIssuedShares=issued authorizedShares=authorized totalValue=issued:worth isUnlimitedAuthorizedShares=isUnlimited`,
    },
  ],
  GetIssuerShareholderDetails: [
    'totalShareholderRecords=total',
    {
      'shareholders=rows': [
        owner,
        {
          'securities=rows': [
            'securityTypeId=cls.id securityType=cls.name totalShares=shares totalValue=shares:worth',
            { 'certificates=rows': `${paper} issuedDate=issued issuanceTransactionId=by.id` },
          ],
        },
      ],
    },
  ],
  GetOwnershipPercentage: [
    '',
    {
      'accounts=rows': [
        `systemShareholderId=holder.id customerShareholderId=holder.customerShareholderId
displayShareholderId=holder.customerShareholderId sortName=holder.sortName name=holder:label`,
        {
          'securities=rows':
            'securityType=cls.name numberOfCertificates=rows.length:n totalShares=shares:q percentage=shares:share',
        },
      ],
      'balances=classes': `securityType=cls.name isUnlimited numOfShareholder=holders:n totalOutstandingShares=shares:q
authorizedShares=authorized:limit`,
    },
  ],
  GetDilutedPercentage: [
    '',
    {
      'securites=rows': [
        'security=cls.name totalShares=shares:q',
        {
          'shareholders=rows': `systemShareholderId=holder.id customerShareholderId=holder.customerShareholderId:word
displayShareholderId=holder:shown name=holder:owner isReserved=kind:reserved shares:q`,
        },
      ],
    },
  ],
  GetShareholderDetails: record,
  GetShareholderDetailsList: ['', { 'shareholders=rows': record }],
  GetHoldingSummary: `securityTypeId=cls.id security=cls.name shares:q numberOfCertificates=rows.length:n
hasBookCertificates=isBook:flag`,
  GetHoldingCertificates: `controlCertificateId=id customerCertificateId=key prefixAndCertificateNumber=:numbered
issued:day canceled:day security=cls.name restriction=code:code stop=stops:stops shares postReverseSplit=isPost`,
  GetTAStatusTransactions: [
    'totalRecords=total',
    {
      'transactions=rows': `transactionId=TransactionId controlTransactionId=id type=kind:kind receivedDate=received:day
completedDate=completed:day effectiveDate=effective:day transferFrom=from:word issuedTo=to status`,
    },
  ],
  GenerateTransactionList: [
    'totalTransactionRecords=total',
    {
      'transactions=rows': [
        `controlTransactionId=id TransactionNumber=TransactionId InvoiceNumber=invoice Agent=agent processDate=processed
effectiveDate=effective issuerName=issuer.name customerIssuerId=issuer.customerIssuerId controlIssuerId=issuer.id
type=kind:kind typeCode=kind`,
        { 'canceledCertificates=ended': line, 'issuedCertificates=made': line },
      ],
    },
  ],
  GetProxyList: `proxyId=id issuer=cls.issuer.name security=cls.name title quorum=quorum:quorum totalShares=shares:q
totalVotedShares=voted:q recordDate=record:day mailingDate=mailed:day meetingDateTime=meeting voteCloseDateTime=close
status`,
  GetDividendList: `dividendId=id type=kind security=cls.name payable:day recordDate=record:day ratio
oustandingShares=shares outstandingSharesFormat=shares:quantity distributionAmount=amount:amount
fractionalType=rounding cashPerShare=micros:rate`,
  GetTA2Report: [
    `reportingYear=year periodStart=from periodEnd=to dueDate isPartial scope abbreviatedFilingEligible=isSmall
itemsReceivedForTransfer=items.length:n masterSecurityholderFileAccounts=accounts.length:n`,
    {
      'registrant=': `name=m.agent fileNumber appropriateRegulatoryAgency amendedFormTA1 serviceCompanyEngaged
engagedAsServiceCompany`,
      'accounts=': `total=accounts.length dividendReinvestmentOrDirectPurchase=plan.length directRegistration=direct.length
percentages=percents:kindShares`,
      'issues=': 'receivesItemsAndMaintainsFiles=kinds:kinds receivesItemsOnly=none maintainsFilesOnly=none',
      'services=': `dividendReinvestmentIssues=planned.length directRegistrationIssues=drs.length dividendPayingIssues=paying.length
dividendAmount=cents:cents`,
      'agedRecordDifferences=': [
        'buyInReportsFiled=no allBuyInReportsFiled=yes',
        { 'priorAgent=prior': agedColumns, 'currentAgent=current': agedColumns },
      ],
      'turnaround=': [
        'alwaysCompliant=failed:none monthsNotInCompliance=failed.length noticesFiled=failed.length',
        { months: 'month routineItems=count withinThreeBusinessDays=good percent compliant=isMet' },
      ],
      'openEndFunds=': 'transactions=no asOfs=no',
      'lostSecurityholders=': [
        'databaseSearches accountsRemittedToStates=escheats.length',
        {
          'ageing=':
            'oneYearOrLess=lost.0 threeYearsOrLess=lost.1 fiveYearsOrLess=lost.2 moreThanFiveYears=lost.3',
        },
      ],
      'byIssuer=issuers': `customerIssuerId=issuer.customerIssuerId issuer=issuer.name items=items.length accounts=accounts.length
dividendAmount=cents:dollars`,
    },
  ],
};

/** Values of the form that are the same for every agent here. */
const ta2Constants = {
  ...{ fileNumber: '084-00000', appropriateRegulatoryAgency: 'SEC', amendedFormTA1: 'NotApplicable' },
  ...{ serviceCompanyEngaged: 'None', engagedAsServiceCompany: false, databaseSearches: [] },
  ...{ scope: 'Issuer', none: {}, no: 0, yes: true },
};

/** The model's response, as the interface writes it. */
export function written(
  name: string,
  own: { rows: object[]; total: number; figures: () => object[] },
): unknown {
  const shape = shapes[name]!;
  if (name === 'GetTA2Report') return project({ ...own.rows[0], ...ta2Constants }, shape);
  if (name === 'GetShareholderDetails') return project(own.rows[0]!, shape);
  return project(typeof shape === 'string' ? own.rows : { ...own, classes: own.figures() }, shape);
}
