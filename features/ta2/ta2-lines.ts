import { exact } from '#lib/format/exact-shares';
import { formatCents } from '#lib/format/money';
import { formatShares } from '#lib/format/shares';
import { at, moneyText, ta2Searches } from '#lib/register/ta2-response';
import type { Year } from './ta2-derived.ts';

export type Source = 'operation' | 'derived' | 'typed';

/** A line of the form before manual entries. */
export type Line = {
  id: string;
  /** The number on the form: '5c'. */
  number: string;
  question: string;
  /** As written on the form; '' when no operation gave it. */
  given: string;
  source: Source;
  /** Source of a derived figure, or why it has to be entered manually. */
  note: string;
  /** Needed only for some answers to other lines: never counted as missing. */
  optional?: boolean;
};

const count = (value: unknown) => {
  const known = exact(value);
  return known === null ? '' : formatShares(known);
};
const words = (value: unknown) => (typeof value === 'string' ? value : '');
const yesNo = (value: unknown) => (value === true ? 'Yes' : value === false ? 'No' : '');
const percent = (value: unknown) => (count(value) === '' ? '' : `${count(value)}%`);

const kinds = [
  ['corporateEquity', 'corporate equity'],
  ['corporateDebt', 'corporate debt'],
  ['openEndInvestmentCompany', 'open-end investment company'],
  ['limitedPartnership', 'limited partnership'],
  ['municipalDebt', 'municipal debt'],
  ['other', 'other'],
] as const;

type Requested = [
  id: string,
  number: string,
  question: string,
  given: string,
  more?: { derived?: string; from?: string; why?: string; optional?: boolean },
];

const typeIt = 'Not in any report. Enter it manually.';

function line([id, number, question, given, more = {}]: Requested): Line {
  const { derived = '', from = '', why = typeIt, optional } = more;
  if (given) return { id, number, question, given, source: 'operation', note: 'TA-2 report', optional };
  if (derived) return { id, number, question, given: derived, source: 'derived', note: from, optional };
  return { id, number, question, given: '', source: 'typed', note: why, optional };
}

/**
 * The lines of Form TA-2 in order. `response`: the registry's own report when it is for this year, else null.
 * `year`: totals of other operations, null while they load.
 */
export function ta2Lines(response: unknown, year: Year | null): Line[] {
  const get = (path: string) => at(response, path);
  const issues = (role: string) =>
    kinds.map(([id, name], index): Requested => {
      const given = count(get(`issues.${role}.${id}`));
      const letter = { receivesItemsAndMaintainsFiles: 'a', receivesItemsOnly: 'b', maintainsFilesOnly: 'c' }[
        role
      ];
      const says = {
        receivesItemsAndMaintainsFiles: 'receives items and keeps the file',
        receivesItemsOnly: 'receives items only',
        maintainsFilesOnly: 'keeps the file only',
      }[role];
      // An empty group in a response that has groups is read as 0 for that role, and shown as derived.
      const derived = given === '' && get(`issues.${role}`) !== undefined ? '0' : '';
      return [
        `issues-${role}-${id}`,
        `6${letter}(${index + 1})`,
        `Issues, agent ${says}: ${name}`,
        given,
        { derived, from: 'The TA-2 report lists no issue of this kind' },
      ];
    });
  const searches = ta2Searches(response);
  const requested: Requested[] = [
    ['file-number', '1a', 'File number of the agent', words(get('registrant.fileNumber'))],
    ['cik', '1b', 'Filer CIK', ''],
    ['live', '1c', 'Live or test filing; amendment or not', ''],
    ['registrant', '1d', 'Name of the agent', words(get('registrant.name'))],
    [
      'service',
      '2a',
      'Service company engaged: all, some or none',
      words(get('registrant.serviceCompanyEngaged')),
    ],
    [
      'service-names',
      '2b',
      'Service companies, with file numbers',
      '',
      { why: 'Only when 2a is not none.', optional: true },
    ],
    ['as-service', '2c', 'Engaged as a service company', yesNo(get('registrant.engagedAsServiceCompany'))],
    ['as-service-names', '2d', 'For which agents', '', { why: 'Only when 2c is yes.', optional: true }],
    ['agency', '3a', 'Appropriate regulatory agency', words(get('registrant.appropriateRegulatoryAgency'))],
    [
      'ta1',
      '3b',
      'Form TA-1 amended within 60 days where needed',
      spaced(words(get('registrant.amendedFormTA1'))),
    ],
    ['ta1-why', '3c', 'Explanation', '', { why: 'Only when 3b is no.', optional: true }],
    [
      'items',
      '4a',
      'Items received for transfer',
      count(get('itemsReceivedForTransfer')),
      {
        derived: year ? formatShares(year.items) : '',
        from: 'Transfers, conversions and retirements in the status lists, including items not presented for transfer',
      },
    ],
    [
      'files',
      '4b',
      'Accounts on the master securityholder files',
      count(get('masterSecurityholderFileAccounts')),
      accounts(year),
    ],
    ['accounts', '5a', 'Accounts at December 31', count(get('accounts.total')), accounts(year)],
    [
      'plans',
      '5b',
      'Of them: reinvestment or direct purchase plans',
      count(get('accounts.dividendReinvestmentOrDirectPurchase')),
    ],
    ['drs', '5c', 'Of them: direct registration', count(get('accounts.directRegistration'))],
    ...kinds.map(
      ([id, name], index): Requested => [
        `percent-${id}`,
        `5d(${index + 1})`,
        `Percentage of accounts: ${name}`,
        percent(get(`accounts.percentages.${id}`)),
      ],
    ),
    ...issues('receivesItemsAndMaintainsFiles'),
    ...issues('receivesItemsOnly'),
    ...issues('maintainsFilesOnly'),
    [
      'plan-issues',
      '7a',
      'Issues with a reinvestment or purchase plan',
      count(get('services.dividendReinvestmentIssues')),
    ],
    ['drs-issues', '7b', 'Issues with direct registration', count(get('services.directRegistrationIssues'))],
    [
      'paying',
      '7c(1)',
      'Issues for which dividends or interest were paid',
      count(get('services.dividendPayingIssues')),
      {
        derived: year ? formatShares(year.payingClasses) : '',
        from: 'Dividends payable in the year, per class',
      },
    ],
    [
      'paid',
      '7c(2)',
      'Dollars of dividends and interest',
      moneyText(get('services.dividendAmount')),
      {
        derived: year?.dividendCents == null ? '' : formatCents(year.dividendCents),
        from: 'Cash dividends payable in the year',
      },
    ],
    [
      'aged-prior',
      '8a(1)',
      'Aged record differences of a prior agent: issues',
      count(get('agedRecordDifferences.priorAgent.issues')),
    ],
    [
      'aged-prior-value',
      '8a(2)',
      'Their market value',
      moneyText(get('agedRecordDifferences.priorAgent.marketValue')),
    ],
    [
      'aged',
      '8a(3)',
      'Aged record differences of this agent: issues',
      count(get('agedRecordDifferences.currentAgent.issues')),
    ],
    [
      'aged-value',
      '8a(4)',
      'Their market value',
      moneyText(get('agedRecordDifferences.currentAgent.marketValue')),
    ],
    ['buy-in', '8b', 'Quarterly buy-in reports filed', count(get('agedRecordDifferences.buyInReportsFiled'))],
    [
      'buy-in-all',
      '8c',
      'All required buy-in reports filed',
      yesNo(get('agedRecordDifferences.allBuyInReportsFiled')),
    ],
    ['buy-in-why', '8d', 'Explanation', '', { why: 'Only when 8c is no.', optional: true }],
    ['turnaround', '9a', 'Turnaround of routine items always met', yesNo(get('turnaround.alwaysCompliant'))],
    ['months-failed', '9b', 'Months it was not met', count(get('turnaround.monthsNotInCompliance'))],
    ['notices', '9c', 'Notices filed for them', count(get('turnaround.noticesFiled'))],
    ['funds', '10a', 'Transactions in open-end funds', count(get('openEndFunds.transactions'))],
    ['funds-as-of', '10b', 'Of them as of another day', count(get('openEndFunds.asOfs'))],
    ['searches', '11a', 'Database searches for lost holders', searches.join('; ')],
    [
      'remitted',
      '11b',
      'Lost accounts remitted to states',
      count(get('lostSecurityholders.accountsRemittedToStates')),
    ],
    ['signature', 'Sign.', 'Name, title, telephone and date of the person who signs', ''],
  ];
  return requested.map(line);
}

const accounts = (year: Year | null) => ({
  derived: year?.accounts == null ? '' : formatShares(year.accounts),
  from: 'Holders per class in the balances at the end of the year',
});

/** 'NotApplicable' as words. */
const spaced = (text: string) =>
  text.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
