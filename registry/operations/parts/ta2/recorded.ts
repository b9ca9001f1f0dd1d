import { type Ta2Kind, ta2Kinds } from '#lib/contract/agent/ta2-form';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { AgentFacts } from '#registry/queries/agent';
import { marketValue } from '../control-book/issuer-report.ts';
import { fromCents } from '../report/cents.ts';
import { cashInLieuCents, dividendCents, filedFor, type Ta2Figures, total } from './figures.ts';
import { byKind, wholePercents } from './model.ts';

/** The answer that the records give to a line, as plain text; null where they have none. */
export type Recorded = { value: string | null; note: string };

const allKinds = Object.keys(ta2Kinds) as Ta2Kind[];

/** The answers that the books and the facts about the agent give, by line. */
export function recordedAnswers(figures: Ta2Figures, agent: AgentFacts): ReadonlyMap<string, Recorded> {
  const { classes, dividends, months, searches } = figures;
  const accounts = total(classes.map((one) => one.accounts));
  const percents = wholePercents(byKind(classes, (one) => one.accounts));
  const issues = byKind(classes, () => 1n);
  const failed = months.filter(({ compliant }) => !compliant).length;
  const of = (value: bigint | number | string, note: string): Recorded => ({ value: `${value}`, note });
  const fact = (value: string): Recorded => ({
    value: value || null,
    note: value ? 'Facts about the agent' : 'Not recorded for the agent.',
  });
  return new Map<string, Recorded>([
    ['1h', fact(agent.name)],
    ['3a', fact(agent.regulatoryAgency)],
    ['4a', of(figures.items, 'Transfers, conversions and retirements that were presented, in every status')],
    ['4b', of(accounts, 'Accounts with outstanding shares, counted in each class')],
    ['5a', of(accounts, 'Accounts with outstanding shares, counted in each class')],
    ['5b', of(total(classes.map((one) => one.plan_accounts)), 'Members of reinvestment plans')],
    [
      '5c',
      of(
        total(classes.map((one) => one.drs_accounts)),
        'Book-entry accounts in eligible classes, no nominee',
      ),
    ],
    ...allKinds.map((kind): [string, Recorded] => [
      `5d-${kind}`,
      of(percents[kind], 'Share of the accounts of 5(a), rounded so that the six add up to 100'),
    ]),
    ...allKinds.map((kind): [string, Recorded] => [`6a-${kind}`, of(issues[kind], 'Classes of this kind')]),
    ['7a', of(classes.filter((one) => one.has_plan).length, 'Classes with a plan')],
    ['7b', of(classes.filter((one) => one.is_drs_eligible).length, 'Classes eligible for it')],
    [
      '7ci',
      of(new Set(dividends.map((one) => one.class_id)).size, 'Classes with a dividend payable in the year'),
    ],
    [
      '7cii',
      of(
        fromCents(dividendCents(figures) + cashInLieuCents(figures)),
        'Cash dividends payable in the year, and cash in lieu of fractions paid in it',
      ),
    ],
    ...agedDifferences(figures, true),
    ...agedDifferences(figures, false),
    ['8b', filedReports(figures, '8b')],
    ['9a', of(failed === 0 ? 'Yes' : 'No', 'At least 90% of each month’s routine items within three days')],
    ['9ai', of(failed, 'Months below 90%')],
    ['9aii', filedReports(figures, '9aii')],
    ['10a', of(0, 'The registry keeps no class of an open-end fund')],
    ['10b', of(0, 'The registry keeps no class of an open-end fund')],
    [
      '11a',
      of(
        searches
          .map(
            ({ searched_on: day, submitted, found }) =>
              `${formatDate(day)}: ${formatShares(BigInt(submitted))} submitted, ${formatShares(BigInt(found))} addresses`,
          )
          .join('; ') || 'None',
        'Searches recorded in the year',
      ),
    ],
    ['11b', of(figures.remitted, 'Remittances recorded in the year')],
  ]);
}

/** Reports sent to the agency. Without any the answer stays open: one may have been sent and not recorded. */
function filedReports(figures: Ta2Figures, line: '8b' | '9aii'): Recorded {
  const { length } = filedFor(figures, line);
  return length > 0
    ? { value: `${length}`, note: 'Reports to the agency recorded as sent in the year' }
    : { value: null, note: 'No such report to the agency is recorded as sent in the year.' };
}

/** 8(a) for one agent. Without a price of every class the value is not known; 0 would be untrue. */
function agedDifferences({ differences }: Ta2Figures, isPrior: boolean): [string, Recorded][] {
  const who = isPrior ? 'prior' : 'current';
  const own = differences.filter((one) => one.isAged && one.by_prior_agent === isPrior);
  const unpriced = own.filter(({ price }) => price === null).length;
  const value = marketValue(own);
  return [
    [
      `8ai-${who}`,
      {
        value: `${new Set(own.map((one) => one.class_id)).size}`,
        note: 'Classes with a difference open for more than 30 days at the end of the year',
      },
    ],
    [
      `8aii-${who}`,
      value === null
        ? { value: null, note: `No price is recorded for ${unpriced} of ${own.length} differences.` }
        : { value: fromCents(value), note: 'Shares at the last price of the year' },
    ],
  ];
}
