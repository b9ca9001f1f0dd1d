import { ta2Kinds } from '#lib/contract/agent/ta2-form';
import { centsOf, formatCents } from '#lib/format/money';
import { sum } from '#lib/register/bigint-math';
import { type Check, mustEqual, mustStayWithin } from '#lib/register/checks';
import type { Answers } from './types.ts';

/** The form's own rules between its lines, on the answers as they stand. */
export function ta2Checks(answers: Answers): Check[] {
  const count = (line: string) => {
    const value = answers.get(line);
    return value !== undefined && /^\d{1,18}$/.test(value) ? BigInt(value) : null;
  };
  const kinds = (item: string) => sum(Object.keys(ta2Kinds).map((kind) => count(`${item}-${kind}`)));
  const yes = (line: string) => {
    const value = answers.get(line);
    return value === 'Yes' ? 1n : value === 'No' ? 0n : null;
  };
  const accounts = count('5a');
  const issues = sum(['6a', '6b', '6c'].map(kinds)) ?? kinds('6a');
  const failed = count('9ai') ?? (yes('9a') === 1n ? 0n : null);
  const checks = [
    // An agent that engages a service company for some functions may keep fewer files than it has accounts.
    ...(answers.get('2a') === 'Some'
      ? [mustStayWithin('4b', '4(b) and 5(a): accounts on the files', count('4b'), accounts)]
      : [mustEqual('4b', '4(b) and 5(a): accounts on the files', count('4b'), accounts)]),
    mustStayWithin('5b', '5(b): plan accounts, at most 5(a)', count('5b'), accounts),
    mustStayWithin('5c', '5(c): direct registration accounts, at most 5(a)', count('5c'), accounts),
    mustEqual(
      '5d',
      '5(d): percentages total 100, or 0 without accounts',
      kinds('5d'),
      accounts === 0n ? 0n : 100n,
    ),
    mustStayWithin('7a', '7(a): issues with a plan, at most the issues of 6', count('7a'), issues),
    mustStayWithin(
      '7b',
      '7(b): issues with direct registration, at most the issues of 6',
      count('7b'),
      issues,
    ),
    mustStayWithin('7ci', '7(c)(i): paying issues, at most the issues of 6', count('7ci'), issues),
    ...['prior', 'current'].map((who) => valueCheck(who, answers, count(`8ai-${who}`))),
    mustEqual(
      '9a',
      '9(a): yes only when no month missed the standard (1 yes, 0 no)',
      yes('9a'),
      failed === null ? null : BigInt(failed === 0n),
    ),
    mustEqual(
      '9aii',
      '9(a)(ii): one notice for each month of 9(a)(i)',
      count('9aii') ?? (yes('9a') === 1n ? 0n : null),
      failed,
    ),
    mustStayWithin('10b', '10(b): as-of transactions, at most 10(a)', count('10b'), count('10a')),
  ];
  return checks;
}

/** Aged differences have a value, and no differences have none. */
function valueCheck(who: string, answers: Answers, issues: bigint | null): Check {
  const cents = centsOf(answers.get(`8aii-${who}`) ?? null);
  const check = mustEqual(
    `8a-${who}`,
    `8(a): market value with aged differences of the ${who} agent, and only then (1 yes, 0 no)`,
    cents === null ? null : BigInt(cents > 0n),
    issues === null ? null : BigInt(issues > 0n),
  );
  return cents === null ? check : { ...check, left: `${check.left} (${formatCents(cents)})` };
}
