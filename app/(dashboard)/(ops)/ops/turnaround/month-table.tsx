import { formatShares } from '#lib/format/shares';
import { Badge } from '@/components/ui/badge';
import { ScrollRegion } from '../../../scroll-region.tsx';
import type { Ta2Month } from '../../figures/ta2-answer.ts';
import { type MonthFigures, monthName } from '../../figures/turnaround.ts';
import { derivedWords, officialWords, percentText, withinPercent } from './month-words.ts';

type Props = {
  figures: readonly MonthFigures[];
  /** The registry's own months; none where its report is about another year. */
  official: readonly Ta2Month[];
  current: string;
  onChoose: (month: string) => void;
};

const head = 'px-3 py-1.5 text-right font-medium';
const cell = 'px-3 py-1 text-right whitespace-nowrap';

/** The months of a year; pressing one shows it above and below. */
export function MonthTable({ figures, official, current, onChoose }: Props) {
  const both = official.length > 0;
  return (
    <ScrollRegion label="Months" className="border-b border-rule">
      <table className="w-full min-w-[44rem] border-collapse">
        <caption className="sr-only">Transfers by month of receipt</caption>
        <thead>
          {both && (
            <tr className="bg-sunken text-sm text-muted">
              <td />
              <th scope="colgroup" colSpan={5} className="px-3 pt-1.5 text-right font-normal">
                Derived from the status lists: every transfer
              </th>
              <th
                scope="colgroup"
                colSpan={4}
                className="border-l border-line px-3 pt-1.5 text-right font-normal"
              >
                TA-2 report: routine items
              </th>
            </tr>
          )}
          <tr className="border-b border-rule bg-sunken text-sm">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              Month
            </th>
            <th scope="col" className={head}>
              Received
            </th>
            <th scope="col" className={head}>
              Within
            </th>
            <th scope="col" className={head}>
              Late
            </th>
            <th scope="col" className={head}>
              Rejected
            </th>
            <th scope="col" className={head}>
              % within
            </th>
            {!both && (
              <th scope="col" className={head}>
                All transfers
              </th>
            )}
            {both && (
              <>
                <th scope="col" className={`${head} border-l border-line`}>
                  Routine
                </th>
                <th scope="col" className={head}>
                  Within
                </th>
                <th scope="col" className={head}>
                  % within
                </th>
                <th scope="col" className={head}>
                  Standard
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map((one) => {
            const own = official.find(({ month }) => month === one.month);
            const { word, tone } = derivedWords[one.standard];
            return (
              <tr
                key={one.month}
                className={`border-b border-line ${one.month === current ? 'bg-accent-soft' : 'hover:bg-sunken/60'}`}
              >
                <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                  <button
                    type="button"
                    aria-pressed={one.month === current}
                    onClick={() => onChoose(one.month)}
                    className={`min-h-6 text-accent underline ${one.month === current ? 'font-medium' : ''}`}
                  >
                    {monthName(one.month)}
                  </button>
                </th>
                <td className={cell}>{formatShares(one.received)}</td>
                <td className={cell}>{formatShares(one.within)}</td>
                <td className={`${cell} ${one.late > 0 ? 'text-danger' : ''}`}>{formatShares(one.late)}</td>
                <td className={cell}>{formatShares(one.rejected)}</td>
                <td className={cell}>{withinPercent(one)}</td>
                {!both && (
                  <td className={cell}>{one.counted === 0 ? '–' : <Badge tone={tone}>{word}</Badge>}</td>
                )}
                {both && (
                  <>
                    <td className={`${cell} border-l border-line`}>
                      {own?.routine == null ? '–' : formatShares(own.routine)}
                    </td>
                    <td className={cell}>{own?.within == null ? '–' : formatShares(own.within)}</td>
                    <td className={`${cell} ${own?.compliant === false ? 'font-medium text-danger' : ''}`}>
                      {percentText(own?.percent ?? null)}
                    </td>
                    <td className={cell}>
                      {own ? <Badge tone={officialWords(own).tone}>{officialWords(own).word}</Badge> : '–'}
                    </td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
