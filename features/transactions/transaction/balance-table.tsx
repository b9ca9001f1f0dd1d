// Compares the canceled and issued shares of a transaction, class by class.

import { ScrollRegion } from '#components/data/scroll-region';
import { Badge } from '#components/ui/badge';
import type { Tone } from '#lib/format/tone';
import { quantity } from '#lib/register/quantity';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { balancesOf } from '../entry-facts.ts';

const ticks: Readonly<Record<string, readonly [Tone, string]>> = {
  balanced: ['positive', 'balanced'],
  explained: ['accent', 'explained'],
  differs: ['danger', 'differs'],
  unknown: ['warning', 'missing data'],
};

/** Per class: canceled, issued, the difference, and the reason for it. */
export function BalanceTable({ entry, dollars }: { entry: JournalEntry; dollars: ReadonlySet<string> }) {
  return (
    <ScrollRegion label="Canceled and issued by class" className="w-full">
      <table className="w-full border-collapse">
        <caption className="sr-only">Shares canceled and issued by class</caption>
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th scope="col" className="py-1 pr-4 text-left font-normal">
              Class
            </th>
            {['Canceled', 'Issued', 'Difference'].map((head) => (
              <th key={head} scope="col" className="py-1 pl-4 text-right font-normal max-sm:pl-2">
                {head}
              </th>
            ))}
            <th scope="col" className="py-1 pl-6 text-left font-normal max-sm:pl-3">
              {' '}
              Result{' '}
            </th>
          </tr>
        </thead>
        <tbody>
          {balancesOf(entry).map(({ className, canceled, issued, net, tick, words: text }) => {
            const [tone, word] = ticks[tick] ?? ['neutral', tick];
            const shown = (value: bigint | null) => quantity(value, dollars.has(className));
            return (
              <tr key={className} className="border-b border-line">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal sm:min-w-32 max-sm:pr-0">
                  {className}
                </th>
                <td className="py-1.5 pl-4 max-sm:pl-2 text-right">{shown(canceled)}</td>
                <td className="py-1.5 pl-4 max-sm:pl-2 text-right">{shown(issued)}</td>
                <td className="py-1.5 pl-4 max-sm:pl-2 text-right font-medium">
                  {net !== null && net > 0n ? '+' : ''}
                  {shown(net)}
                </td>
                <td className="py-1.5 pl-6 max-sm:pl-3 sm:min-w-64">
                  <Badge tone={tone}>{word}</Badge>{' '}
                  <span className="text-sm text-muted max-sm:sr-only">{text}</span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
