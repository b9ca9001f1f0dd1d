// Reads the answers in the registry's TA-2 report, line by line.

import { ta2Kinds } from '#lib/contract/agent/ta2-form';
import { decimalText } from '#lib/format/decimal';
import { exact } from '#lib/format/exact-shares';
import { at, ta2Searches } from '#lib/register/ta2-response';
import type { Answers } from './types.ts';

const count = (value: unknown) => exact(value)?.toString() ?? null;
const words = (value: unknown) => (typeof value === 'string' && value ? value : null);
const yesNo = (value: unknown) => (value === true ? 'Yes' : value === false ? 'No' : null);

const counts: readonly (readonly [line: string, path: string])[] = [
  ['4a', 'itemsReceivedForTransfer'],
  ['4b', 'masterSecurityholderFileAccounts'],
  ['5a', 'accounts.total'],
  ['5b', 'accounts.dividendReinvestmentOrDirectPurchase'],
  ['5c', 'accounts.directRegistration'],
  ['7a', 'services.dividendReinvestmentIssues'],
  ['7b', 'services.directRegistrationIssues'],
  ['7ci', 'services.dividendPayingIssues'],
  ['8ai-prior', 'agedRecordDifferences.priorAgent.issues'],
  ['8ai-current', 'agedRecordDifferences.currentAgent.issues'],
  ['8b', 'agedRecordDifferences.buyInReportsFiled'],
  ['9ai', 'turnaround.monthsNotInCompliance'],
  ['9aii', 'turnaround.noticesFiled'],
  ['10a', 'openEndFunds.transactions'],
  ['10b', 'openEndFunds.asOfs'],
  ['11b', 'lostSecurityholders.accountsRemittedToStates'],
];

const money: readonly (readonly [line: string, path: string])[] = [
  ['7cii', 'services.dividendAmount'],
  ['8aii-prior', 'agedRecordDifferences.priorAgent.marketValue'],
  ['8aii-current', 'agedRecordDifferences.currentAgent.marketValue'],
];

const roles = {
  '6a': 'receivesItemsAndMaintainsFiles',
  '6b': 'receivesItemsOnly',
  '6c': 'maintainsFilesOnly',
} as const;

/** 'NotApplicable' as words. */
const spaced = (text: string | null) =>
  text?.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`) ?? null;

/** The answers of the registry's TA-2 report by line; a line that it does not have is left out. */
export function reportedAnswers(response: unknown): Answers {
  const get = (path: string) => at(response, path);
  const found: [string, string | null][] = [
    ['1h', words(get('registrant.name'))],
    ['2a', words(get('registrant.serviceCompanyEngaged'))],
    ['2c', yesNo(get('registrant.engagedAsServiceCompany'))],
    ['3a', words(get('registrant.appropriateRegulatoryAgency'))],
    ['3b', spaced(words(get('registrant.amendedFormTA1')))],
    ['8c', yesNo(get('agedRecordDifferences.allBuyInReportsFiled'))],
    ['9a', yesNo(get('turnaround.alwaysCompliant'))],
    ['11a', ta2Searches(response).join('; ') || null],
    ...counts.map(([line, path]): [string, string | null] => [line, count(get(path))]),
    ...money.map(([line, path]): [string, string | null] => [line, decimalText(get(path))]),
    ...Object.keys(ta2Kinds).flatMap((kind): [string, string | null][] => [
      [`5d-${kind}`, count(get(`accounts.percentages.${kind}`))],
      ...Object.entries(roles).map(([item, role]): [string, string | null] => [
        `${item}-${kind}`,
        count(get(`issues.${role}.${kind}`)),
      ]),
    ]),
  ];
  return new Map(found.filter((one): one is [string, string] => one[1] !== null));
}
