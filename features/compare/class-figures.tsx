// What changed in one class, in a sentence and four figures.

import { Stat, StatRow } from '#components/ui/figures';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { listed } from '#lib/register/transactions/transaction-text';
import { type ClassComparison, changeKinds } from './compare.ts';

const verbs = {
  New: 'new',
  Closed: 'closed',
  Increased: 'increased',
  Decreased: 'decreased',
  Unknown: 'with missing data',
} as const;

/** How many holdings changed in each way; none where a kind has no number. */
export type ChangeCounts = Partial<Record<keyof typeof verbs, number>>;

type Props = Pick<ClassComparison, 'className' | 'net' | 'outstanding' | 'residual' | 'dollars'> & {
  counts: ChangeCounts;
  /** Null where it is not known. */
  unchanged: number | null;
  from: string;
  to: string;
};

/** 'Common Stock holders: 3 new, 1 closed, 12 increased and 9 decreased.' */
function sentence({
  className,
  counts,
  unchanged,
}: Pick<Props, 'className' | 'counts' | 'unchanged'>): string {
  const parts = ([...changeKinds, 'Unknown'] as const)
    .map((kind) => [counts[kind] ?? 0, verbs[kind]] as const)
    .filter(([found]) => found > 0)
    .map(([found, verb], index) =>
      index === 0 ? `${className} holders: ${formatShares(found)} ${verb}` : `${formatShares(found)} ${verb}`,
    );
  return `${listed([...parts, ...(unchanged ? [`${formatShares(unchanged)} unchanged`] : [])])}.`;
}

/** A sentence, outstanding on both days, the net of all changes, and what no change explains. */
export function ClassFigures(props: Props) {
  const { net, outstanding, residual, dollars, from, to } = props;
  return (
    <>
      <p className="max-w-4xl font-title text-lg">{sentence(props)}</p>
      <p className="mb-3 text-sm text-muted">
        From the close of {formatDate(from)} to the close of {formatDate(to)}.
      </p>
      <StatRow>
        <Stat label={`Outstanding, ${formatDate(from)}`} value={quantity(outstanding.before, dollars)} />
        <Stat label="Net of all changes" value={signedQuantity(net, dollars)} />
        <Stat label={`Outstanding, ${formatDate(to)}`} value={quantity(outstanding.after, dollars)} />
        <Stat
          label="Residual"
          value={signedQuantity(residual, dollars)}
          tone={residual === 0n ? 'ink' : residual === null ? 'muted' : 'danger'}
          note={residualText(residual, dollars)}
        />
      </StatRow>
    </>
  );
}

export function residualText(residual: bigint | null, dollars: boolean): string {
  if (residual === null) return 'A figure is missing, so the changes cannot be compared with the balances.';
  return residual === 0n
    ? 'The changes equal the change in outstanding shares.'
    : `The balances changed by ${signedQuantity(residual, dollars)} more than the holdings.`;
}
