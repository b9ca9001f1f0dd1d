import { quantity } from '../../../../quantity.ts';
import { ScrollRegion } from '../../../../scroll-region.tsx';
import type { ClassChange } from '../../../figures/journal-summary.ts';

type Props = {
  changes: readonly ClassChange[];
  /** False while only a part of the journal is shown: opening and closing would not belong to it. */
  balances: boolean;
};

const signed = (value: bigint | null, dollars: boolean) =>
  value !== null && value > 0n ? `+${quantity(value, dollars)}` : quantity(value, dollars);

/** What the period did to each class, in issued shares: treasury is among them, as in the journal. */
export function ChangeTable({ changes, balances }: Props) {
  if (changes.length === 0) return null;
  return (
    <ScrollRegion label="Change by class" className="mt-3 max-w-5xl">
      <table className="w-full border-collapse">
        <caption className="sr-only">Change of each class in the period</caption>
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            {['Class', ...(balances ? ['Issued before'] : []), 'Canceled', 'Issued', 'Net'].map(
              (head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={`py-1 font-normal whitespace-nowrap ${index === 0 ? 'pr-4 text-left' : 'pl-4 text-right'}`}
                >
                  {head}
                </th>
              ),
            )}
            {balances && (
              <th scope="col" className="py-1 pl-4 text-right font-normal whitespace-nowrap">
                Issued after
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.className} className="border-b border-line">
              <th scope="row" className="min-w-36 py-1.5 pr-4 text-left font-normal">
                {change.className}
              </th>
              {balances && <Cell>{quantity(change.opening, change.dollars)}</Cell>}
              <Cell>{quantity(change.canceled, change.dollars)}</Cell>
              <Cell>{quantity(change.issued, change.dollars)}</Cell>
              <Cell>{signed(change.net, change.dollars)}</Cell>
              {balances && <Cell>{quantity(change.closing, change.dollars)}</Cell>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const Cell = ({ children }: { children: string }) => (
  <td className="py-1.5 pl-4 text-right whitespace-nowrap">{children}</td>
);
