import { ScrollRegion } from '#components/data/scroll-region';
import { Badge } from '#components/ui/badge';
import type { Tone } from '#lib/format/tone';
import { answerText } from './answer-text.ts';
import type { Comparison, ComparisonResult } from './comparisons.ts';

const tones: Readonly<Record<ComparisonResult, Tone>> = {
  matches: 'neutral',
  explained: 'neutral',
  'within limit': 'warning',
  differs: 'danger',
  'missing data': 'warning',
};

/** Figures beside those of other sources, differences first, each with its named reasons. */
export function ComparisonTable({ comparisons }: { comparisons: readonly Comparison[] }) {
  const order: readonly ComparisonResult[] = [
    'differs',
    'missing data',
    'within limit',
    'explained',
    'matches',
  ];
  const rows = comparisons.toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  return (
    <ScrollRegion label="Comparisons">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="border-b border-rule text-left">
            {['Line', 'Figure', 'Compared with', 'Result'].map((title) => (
              <th key={title} scope="col" className="py-1 pr-4 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id} className="border-b border-line align-top">
              <th scope="row" className="min-w-40 py-1 pr-4 text-left font-normal">
                {one.line.item} {one.line.text}
                {one.reasons.map((text) => (
                  <span key={text} className="block text-xs text-muted">
                    {text}
                  </span>
                ))}
              </th>
              <td className="py-1 pr-4">
                {answerText(one.line, one.left)}
                <span className="block text-xs text-muted">{one.leftSource}</span>
              </td>
              <td className="py-1 pr-4">
                {answerText(one.line, one.right)}
                <span className="block text-xs text-muted">{one.rightSource}</span>
              </td>
              <td className="py-1 whitespace-nowrap">
                <Badge tone={tones[one.result]}>{one.result}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
