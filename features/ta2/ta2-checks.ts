import { exact } from '#lib/format/exact-shares';
import { centsOf, formatCents } from '#lib/format/money';
import { sum } from '#lib/register/bigint-math';
import { type Check, mustEqual, mustFit } from '#lib/register/checks';
import { decimalText } from '#lib/register/dividends';
import { at, ta2Issuers, ta2Months } from '#lib/register/ta2-response';
import type { Year } from './ta2-derived.ts';

const kinds = [
  'corporateEquity',
  'corporateDebt',
  'openEndInvestmentCompany',
  'limitedPartnership',
  'municipalDebt',
  'other',
];

/** Two amounts in cents that must be equal, shown in dollars. */
function mustPay(id: string, text: string, left: bigint | null, right: bigint | null): Check {
  const dollars = (cents: bigint | null) => (cents === null ? 'missing' : formatCents(cents));
  const check = mustEqual(id, text, left, right);
  const reason =
    check.result === 'differs' && left !== null && right !== null
      ? `Difference ${formatCents(left - right)}.`
      : check.reason;
  return { ...check, left: dollars(left), right: dollars(right), reason };
}

/** Lines of the form against each other, and against totals of other operations. */
export function ta2Checks(response: unknown, year: Year | null): Check[] {
  if (response === null || response === undefined) return [];
  const figure = (path: string) => exact(at(response, path));
  const issuers = ta2Issuers(response);
  const months = ta2Months(response);
  const accounts = figure('accounts.total');
  const issues = sum(kinds.map((kind) => figure(`issues.receivesItemsAndMaintainsFiles.${kind}`)));
  const always = at(response, 'turnaround.alwaysCompliant');
  const failed = months.every(({ compliant }) => compliant !== null)
    ? BigInt(months.filter(({ compliant }) => compliant === false).length)
    : null;
  const paid = centsOf(decimalText(at(response, 'services.dividendAmount')));
  const checks = [
    mustEqual(
      '4b',
      '4b and 5a: accounts on the files equal total accounts',
      figure('masterSecurityholderFileAccounts'),
      accounts,
    ),
    mustFit(
      '5b',
      '5b: plan accounts do not exceed 5a',
      figure('accounts.dividendReinvestmentOrDirectPurchase'),
      accounts,
    ),
    mustFit(
      '5c',
      '5c: direct registration accounts do not exceed 5a',
      figure('accounts.directRegistration'),
      accounts,
    ),
    mustEqual(
      '5d',
      '5d: percentages total 100, or 0 without accounts',
      sum(kinds.map((kind) => figure(`accounts.percentages.${kind}`))),
      accounts === 0n ? 0n : 100n,
    ),
    mustEqual(
      '9b',
      '9b: months below the standard equal the monthly figures',
      figure('turnaround.monthsNotInCompliance'),
      failed,
    ),
    mustEqual(
      '9a',
      '9a: yes only when no month is below the standard (1 yes, 0 no)',
      typeof always === 'boolean' ? BigInt(always) : null,
      failed === null ? null : BigInt(failed === 0n),
    ),
    mustEqual(
      '4a-issuers',
      '4a: total of the items by issuer',
      figure('itemsReceivedForTransfer'),
      issuersSum(issuers.map((one) => one.items)),
    ),
    mustEqual(
      '5a-issuers',
      '5a: total of the accounts by issuer',
      accounts,
      issuersSum(issuers.map((one) => one.accounts)),
    ),
    mustPay(
      '7c-issuers',
      '7c: total of the dollars by issuer',
      paid,
      issuersSum(issuers.map((one) => centsOf(one.dividends))),
    ),
  ];
  if (!year) return checks;
  return [
    ...checks,
    mustFit(
      '4a-lists',
      '4a: items do not exceed transfers, conversions and retirements in the status lists',
      figure('itemsReceivedForTransfer'),
      year.items,
    ),
    mustEqual(
      '5a-balances',
      '5a: accounts equal holders in the balances of December 31',
      accounts,
      year.accounts,
    ),
    mustFit(
      '6a-balances',
      '6a: issues do not exceed classes in the balances, including classes opened later',
      issues,
      year.classes,
    ),
    mustEqual(
      '7c-issues',
      '7c: paying issues equal the dividend lists',
      figure('services.dividendPayingIssues'),
      year.payingClasses,
    ),
    mustPay('7c-dividends', '7c: dollars equal the dividend lists', paid, year.dividendCents),
  ];
}

/** Null when the response has no breakdown: then there is nothing to add up. */
const issuersSum = (parts: readonly (bigint | null)[]) => (parts.length === 0 ? null : sum(parts));
