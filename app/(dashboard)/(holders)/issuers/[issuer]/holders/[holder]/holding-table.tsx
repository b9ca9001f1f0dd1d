import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { quantity } from '../../../../../quantity.ts';
import { ScrollRegion } from '../../../../../scroll-region.tsx';
import type { HoldingLine } from '../../../../figures/profile.ts';

type Line = Pick<HoldingLine, 'className' | 'shares' | 'outstanding' | 'certificates' | 'dollars'> &
  Partial<HoldingLine>;

/** Holdings of one account, a line per class; classes are never added up (domain §9.2). */
export function HoldingTable({ label, lines }: { label: string; lines: readonly Line[] }) {
  const full = lines.some((line) => line.restricted !== undefined);
  return (
    <ScrollRegion label={label}>
      <table className="w-full border-collapse">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <Head first>Class</Head>
            <Head>Shares</Head>
            <Head>% of class</Head>
            <Head>Certificates</Head>
            {full && <Head>Restricted</Head>}
            {full && <Head>Under a stop</Head>}
            {full && <Head>Book entry</Head>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.className} className="border-b border-line">
              <th scope="row" className="min-w-36 py-1.5 pr-4 text-left font-normal">
                {line.className}
              </th>
              <Cell strong>{quantity(line.shares, line.dollars)}</Cell>
              <Cell>
                {line.shares !== null && line.outstanding
                  ? formatPercent(line.shares, line.outstanding)
                  : '–'}
              </Cell>
              <Cell>{line.certificates === null ? '–' : formatShares(line.certificates)}</Cell>
              {full && <Cell>{quantity(line.restricted ?? null, line.dollars)}</Cell>}
              {full && (
                <Cell danger={Boolean(line.stopped)}>{quantity(line.stopped ?? null, line.dollars)}</Cell>
              )}
              {full && <Cell>{line.bookEntry ? 'Yes' : 'No'}</Cell>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const Head = ({ first = false, children }: { first?: boolean; children: string }) => (
  <th
    scope="col"
    className={`py-1 font-normal whitespace-nowrap ${first ? 'pr-4 text-left' : 'pl-4 text-right'}`}
  >
    {children}
  </th>
);

type CellProps = { strong?: boolean; danger?: boolean; children: string };

const Cell = ({ strong = false, danger = false, children }: CellProps) => (
  <td
    className={`py-1.5 pl-4 text-right whitespace-nowrap ${strong ? 'font-medium' : ''} ${danger ? 'text-danger' : ''}`}
  >
    {children}
  </td>
);
