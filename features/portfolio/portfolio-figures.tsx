import { Stat, StatRow } from '#components/ui/figures';
import { counted, formatShares } from '#lib/format/shares';
import type { IssuerPart } from './order.ts';

/** As tall as a note: what is below does not move when it comes. */
const noteToCome = '\u00a0';

/** Of all issuers together: overdue items first, then what waits and which books do not agree. */
export function PortfolioFigures({ parts, settled }: { parts: readonly IssuerPart[]; settled: boolean }) {
  const waiting = parts.flatMap(({ data }) => data?.waiting ?? []);
  const books = parts.flatMap(({ data }) => data?.books ?? []);
  const figure = (value: number) => (settled ? formatShares(value) : '–');
  const sum = (of: (one: (typeof waiting)[number]) => number) =>
    waiting.reduce((total, one) => total + of(one), 0);
  const late = sum((one) => one.late);
  const pending = sum((one) => one.pending);
  const out = books.filter(({ kind }) => kind === 'out of proof').length;
  const unproved = books.filter(({ kind }) => kind === 'not provable').length;
  const unread = parts.length - waiting.length;
  const oldest = Math.max(...waiting.map((one) => one.oldest ?? -1), -1);
  return (
    <div className="mb-5">
      <StatRow>
        <Stat
          primary
          label="Overdue"
          value={figure(late)}
          tone={settled && late > 0 ? 'danger' : 'ink'}
          note={
            !settled
              ? noteToCome
              : `${counted(waiting.filter((one) => one.late > 0).length, 'issuer')}${unread > 0 ? `; ${counted(unread, 'issuer')} not loaded` : ''}`
          }
        />
        <Stat label="Pending" value={figure(pending)} />
        <Stat label="Oldest" value={settled && oldest >= 0 ? counted(oldest, 'business day') : '–'} />
        <Stat
          label="Out of proof"
          value={figure(out)}
          tone={settled && out > 0 ? 'danger' : 'ink'}
          note={
            !settled
              ? noteToCome
              : `of ${counted(books.length, 'issuer')}${unproved > 0 ? `; ${formatShares(unproved)} not provable` : ''}`
          }
        />
      </StatRow>
    </div>
  );
}
