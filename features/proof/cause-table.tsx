import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { Badge } from '#components/ui/badge';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { Cause, Verdict } from '#lib/proof/verdict';
import { signedQuantity } from '#lib/register/quantity';

const columns: readonly PlainColumn<Cause>[] = [
  {
    head: 'Cause',
    cell: (one) => <span className="block max-w-xl max-sm:max-w-40 first-letter:uppercase">{one.text}</span>,
  },
  { head: 'Shares', cell: (one) => signedQuantity(one.shares) },
  { head: 'Class', cell: (one) => one.className || '–' },
  { head: 'Since', cell: (one) => (one.since ? formatDate(one.since) : '–') },
  {
    head: 'Days',
    cell: (one) =>
      one.days === null ? (
        '–'
      ) : (
        <>
          {formatShares(one.days)} {one.isAged && <Badge tone="danger">Aged</Badge>}
        </>
      ),
  },
];

/** Everything that puts the books out of proof, class by class, worst first. */
export function CauseTable({ verdict }: { verdict: Verdict }) {
  const causes = verdict.classes.flatMap((one) => one.causes);
  if (causes.length === 0)
    return (
      <p className="text-sm text-muted">
        {verdict.kind === 'in proof'
          ? `No difference in ${formatShares(verdict.comparisons.length)} comparisons, and no record difference is open.`
          : 'No difference was found in what could be read. That proves nothing about what was not.'}
      </p>
    );
  return (
    <PlainTable
      filled
      label="Differences"
      tableClasses="min-w-[40rem]"
      columns={columns}
      rows={causes}
      rowId={(one) => `${one.className} ${one.text} ${one.since}`}
    />
  );
}
