import { ScrollRegion } from '#components/data/scroll-region';
import { Badge } from '#components/ui/badge';
import type { Tone } from '#lib/format/tone';
import type { Comparison, ComparisonResult } from '#lib/proof/comparison';
import { quantity, signedQuantity } from '#lib/register/quantity';

const tones: Record<ComparisonResult, Tone> = {
  equal: 'neutral',
  'within limit': 'neutral',
  differs: 'danger',
  'not read': 'warning',
};

/** Worst first. */
const results = ['differs', 'not read', 'within limit', 'equal'] as const;

/** '31 of 34 equal, 2 within limit, 1 differs'. */
function summaryOf(comparisons: readonly Comparison[]): string {
  const count = (of: ComparisonResult) => comparisons.filter(({ result }) => result === of).length;
  const others = (['within limit', 'not read', 'differs'] as const).filter((of) => count(of) > 0);
  return [
    `${count('equal')} of ${comparisons.length} equal`,
    ...others.map((of) => `${count(of)} ${of === 'differs' && count(of) > 1 ? 'differ' : of}`),
  ].join(', ');
}

const cell = 'px-3 py-1 text-right whitespace-nowrap';

/** Every comparison with both figures and their sources, folded by class; a class with a difference is open. */
export function ClassComparisons({ comparisons }: { comparisons: readonly Comparison[] }) {
  const names = [...new Set(comparisons.map(({ className }) => className))];
  return names.map((name) => {
    const own = comparisons.filter(({ className }) => className === name);
    const worst = results.find((result) => own.some((one) => one.result === result)) ?? 'equal';
    return (
      <details key={name} open={worst === 'differs'} className="group/class border-b border-line">
        <summary className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-1">
          <span className="font-medium">{name || 'Whole issuer'}</span>
          <Badge tone={tones[worst]}>{summaryOf(own)}</Badge>
          <span className="text-sm text-muted underline print:hidden">
            <span className="group-open/class:hidden">Show figures</span>
            <span className="hidden group-open/class:inline">Hide figures</span>
          </span>
        </summary>
        <ScrollRegion label={`Comparisons of ${name || 'the whole issuer'}`} className="mb-3">
          <table className="w-full min-w-[52rem] border-collapse text-sm">
            <thead>
              <tr className="border-b border-rule bg-sunken">
                <th scope="col" className="px-3 py-1.5 text-left font-medium">
                  Comparison
                </th>
                <th scope="col" className="px-3 py-1.5 text-right font-medium">
                  Figure
                </th>
                <th scope="col" className="px-3 py-1.5 text-right font-medium">
                  Compared with
                </th>
                <th scope="col" className="px-3 py-1.5 text-right font-medium">
                  Difference
                </th>
                <th scope="col" className="px-3 py-1.5 text-left font-medium">
                  Result
                </th>
              </tr>
            </thead>
            <tbody>
              {own.map((one) => (
                <tr key={one.key} className="border-b border-line align-top">
                  <th scope="row" className="min-w-64 px-3 py-1 text-left font-normal">
                    {one.text}
                    {one.reason && <span className="block text-xs text-muted">{one.reason}</span>}
                  </th>
                  <Figure {...one.left} />
                  <Figure {...one.right} />
                  <td className={cell}>{signedQuantity(one.difference)}</td>
                  <td className="px-3 py-1 whitespace-nowrap">
                    <Badge tone={tones[one.result]}>{one.result}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    );
  });
}

const Figure = ({ source, value }: Comparison['left']) => (
  <td className={cell}>
    {quantity(value)}
    <span className="block text-xs text-muted">{source}</span>
  </td>
);
