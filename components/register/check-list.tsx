import type { Tone } from '#lib/format/tone';
import { type Check, type Verdict, worst } from '#lib/register/checks';
import { ScrollRegion } from '../data/scroll-region.tsx';
import { Badge } from '../ui/badge.tsx';

const tones: Record<Verdict, Tone> = { holds: 'positive', differs: 'danger', 'cannot be checked': 'warning' };

/** Text of each result; the plural of a difference is in `summary`. */
const words: Record<Verdict, string> = {
  holds: 'matches',
  differs: 'differs',
  'cannot be checked': 'missing data',
};

const count = (checks: readonly Check[], verdict: Verdict) =>
  checks.filter((one) => one.verdict === verdict).length;

/** Number of matches, and of the worst result. */
function summary(checks: readonly Check[]): string {
  const verdict = worst(checks);
  if (verdict === 'holds') return `${checks.length} of ${checks.length} match`;
  const many = count(checks, verdict);
  const result = verdict === 'differs' && many > 1 ? 'differ' : words[verdict];
  return `${count(checks, 'holds')} of ${checks.length} match, ${many} ${result}`;
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
  const verdict = worst(checks);
  return (
    <details
      className="checks group/checks mt-3 border-t border-line pt-2"
      open={open || verdict === 'differs'}
    >
      <summary className="flex flex-wrap items-center gap-2 text-sm">
        <span className="font-medium">{title}</span>
        <Badge tone={tones[verdict]}>{summary(checks)}</Badge>
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
                  {check.sentence}
                  {check.reason && <span className="block text-xs text-muted">{check.reason}</span>}
                </th>
                <td className="px-4 py-1 text-right">{check.left}</td>
                <td className="px-4 py-1 text-right">{check.right}</td>
                <td className="py-1 pl-4 whitespace-nowrap">
                  <Badge tone={tones[check.verdict]}>{words[check.verdict]}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}
