// Lists comparisons of figures with their results, below the figures that they check.

import type { Tone } from '#lib/format/tone';
import { type Check, type CheckResult, worst } from '#lib/register/checks';
import { ScrollRegion } from '../data/scroll-region.tsx';
import { Badge } from '../ui/badge.tsx';

/** Equal figures of one page are no verdict on the books, so they have no color of their own. */
const tones: Record<CheckResult, Tone> = {
  holds: 'neutral',
  differs: 'danger',
  'cannot be checked': 'warning',
};

const labels: Record<CheckResult, string> = {
  holds: 'matches',
  differs: 'differs',
  'cannot be checked': 'missing data',
};

const count = (checks: readonly Check[], result: CheckResult) =>
  checks.filter((one) => one.result === result).length;

/** A figure within a limit does not match it. */
const labelOf = ({ result, isLimit }: Check) =>
  result === 'holds' && isLimit ? 'within limit' : labels[result];

/** Number of matches and of figures within a limit, and of the worst result. */
function summary(checks: readonly Check[]): string {
  const checkResult = worst(checks);
  const limits = checks.filter((one) => one.result === 'holds' && one.isLimit).length;
  const matches = count(checks, 'holds') - limits;
  const good = [
    ...(limits < checks.length ? [`${matches} of ${checks.length - limits} match`] : []),
    ...(limits > 0 ? [`${limits} within limit`] : []),
  ].join(', ');
  if (checkResult === 'holds') return good;
  const many = count(checks, checkResult);
  const result = checkResult === 'differs' && many > 1 ? 'differ' : labels[checkResult];
  return `${good}, ${many} ${result}`;
}

type Props = {
  checks: readonly Check[];
  title?: string;
  /** Shows both sides from the start, where the comparison is the page's subject. */
  open?: boolean;
};

/** Comparisons below the figures they check: the result at once, both sides on request. */
export function CheckList({ checks, title = 'Checks', open = false }: Props) {
  if (checks.length === 0) return null;
  const result = worst(checks);
  return (
    <details
      className="checks group/checks mt-3 border-t border-line pt-2"
      open={open || result === 'differs'}
    >
      <summary className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{title}</span>
        <Badge tone={tones[result]}>{summary(checks)}</Badge>
        <span className="text-muted underline print:hidden">
          <span className="group-open/checks:hidden">Show figures</span>
          <span className="hidden group-open/checks:inline">Hide figures</span>
        </span>
      </summary>
      <ScrollRegion label={title} className="mt-2">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="border-b border-rule text-left">
              <th scope="col" className="py-1 pr-4 font-medium">
                Comparison
              </th>
              <th scope="col" className="px-4 py-1 text-right font-medium">
                {' '}
                Figure{' '}
              </th>
              <th scope="col" className="px-4 py-1 text-right font-medium">
                {' '}
                Compared with{' '}
              </th>
              <th scope="col" className="py-1 pl-4 font-medium">
                {' '}
                Result{' '}
              </th>
            </tr>
          </thead>
          <tbody>
            {checks.map((check) => (
              <tr key={check.id} className="border-b border-line align-top">
                <th scope="row" className="min-w-56 py-1 pr-4 text-left font-normal">
                  {check.text}
                  {check.reason && <span className="block text-xs text-muted">{check.reason}</span>}
                </th>
                <td className="px-4 py-1 text-right">{check.left}</td>
                <td className="px-4 py-1 text-right">{check.right}</td>
                <td className="py-1 pl-4 whitespace-nowrap">
                  <Badge tone={tones[check.result]}>{labelOf(check)}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
