import { formatDate } from '#lib/format/dates';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { quantity } from '../../../quantity.ts';
import { ScrollRegion } from '../../../scroll-region.tsx';
import type { ClassBook } from '../../figures/control-book.ts';

const head = 'px-3 py-1.5 text-right font-medium';
const cell = 'px-3 py-1 text-right whitespace-nowrap';
const name = 'px-3 py-1 text-left font-normal';

/** Opening, issued, canceled and closing of each class. */
export function ClassBooks({
  books,
  before,
  to,
}: {
  books: readonly ClassBook[];
  before: string;
  to: string;
}) {
  const titles = [`Issued ${formatDate(before)}`, 'Issued', 'Canceled', 'Net', `Issued ${formatDate(to)}`];
  return (
    <ScrollRegion label="Classes over the period">
      <table className="w-full min-w-[40rem] border-collapse">
        <thead>
          <tr className="border-b border-rule bg-sunken text-sm">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              Class
            </th>
            {titles.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fixed columns, two of which may be titled alike
              <th key={index} scope="col" className={head}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {books.map((one) => (
            <tr key={one.className} className="border-b border-line">
              <th scope="row" className={name}>
                {one.className}
              </th>
              <td className={cell}>{quantity(one.opening, one.dollars)}</td>
              <td className={cell}>{quantity(one.issued, one.dollars)}</td>
              <td className={cell}>{quantity(one.canceled, one.dollars)}</td>
              <td className={cell}>{quantity(one.net, one.dollars)}</td>
              <td className={cell}>{quantity(one.closing, one.dollars)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type Holder = { books: readonly ClassBook[]; state: 'read' | 'reading' | string; onRetry: () => void };

/** Balance against holder file; the book's own differences, their days and causes are in its file alone. */
export function RecordDifferences({ books, state, onRetry }: Holder) {
  const differing = books.filter(({ difference }) => difference !== null && difference !== 0n);
  return (
    <>
      <ScrollRegion label="Balance and holder file">
        <table className="w-full min-w-[40rem] border-collapse">
          <thead>
            <tr className="border-b border-rule bg-sunken text-sm">
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Class
              </th>
              <th scope="col" className={head}>
                Outstanding, balance
              </th>
              <th scope="col" className={head}>
                Holder file
              </th>
              <th scope="col" className={head}>
                Difference
              </th>
              <th scope="col" className={head}>
                First seen
              </th>
              <th scope="col" className={head}>
                Age
              </th>
            </tr>
          </thead>
          <tbody>
            {books.map((one) => (
              <tr key={one.className} className="border-b border-line">
                <th scope="row" className={name}>
                  {one.className}
                </th>
                <td className={cell}>{quantity(one.outstanding, one.dollars)}</td>
                <td className={cell}>{quantity(one.held, one.dollars)}</td>
                <td className={cell}>
                  {one.difference === null ? (
                    '–'
                  ) : one.difference === 0n ? (
                    <Badge tone="positive">None</Badge>
                  ) : (
                    <Badge tone="danger">{quantity(one.difference, one.dollars)}</Badge>
                  )}
                </td>
                <td className={`${cell} text-muted`}>{one.difference ? 'Not known' : '–'}</td>
                <td className={`${cell} text-muted`}>{one.difference ? 'Not known' : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p
        role="status"
        className="mt-2 flex max-w-prose flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted"
      >
        {state === 'reading' && 'The holder file is still being added up.'}
        {state !== 'read' && state !== 'reading' && (
          <>
            The holder file could not be read: {state}
            <Button size="sm" onClick={onRetry}>
              Try again
            </Button>
          </>
        )}
      </p>
      <p className="mt-1 max-w-prose text-sm text-muted">
        {differing.length > 0
          ? 'No operation tells since when the balance and the holder file differ; the 30-day line can be read in the book alone. '
          : ''}
        The registry works both sides above out of the same certificates. Differences it keeps apart, with
        their day, cause and age against 30 days, are printed in the control book file and nowhere else.
      </p>
    </>
  );
}
