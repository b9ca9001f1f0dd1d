import { type PlainColumn, PlainTable } from '#components/data/plain-table';
import { quantity, signedQuantity } from '#lib/register/quantity';
import type { ClassChange } from './journal-summary.ts';

type Props = {
  changes: readonly ClassChange[];
  /** False while only a part of the journal is shown: opening and closing would not match it. */
  balances: boolean;
};

const moved: readonly PlainColumn<ClassChange>[] = [
  { head: 'Canceled', cell: (change) => quantity(change.canceled, change.dollars) },
  { head: 'Issued', cell: (change) => quantity(change.issued, change.dollars) },
  { head: 'Net', cell: (change) => signedQuantity(change.net, change.dollars) },
];
const name: PlainColumn<ClassChange> = { head: 'Class', cell: (change) => change.className };
const whole: readonly PlainColumn<ClassChange>[] = [
  name,
  { head: 'Issued before', cell: (change) => quantity(change.opening, change.dollars) },
  ...moved,
  { head: 'Issued after', cell: (change) => quantity(change.closing, change.dollars) },
];
const part = [name, ...moved];

/** Effect of the period on each class, in issued shares: they include treasury, as the journal does. */
export const ChangeTable = ({ changes, balances }: Props) =>
  changes.length > 0 && (
    <PlainTable
      label="Change by class"
      caption="Change of each class in the period"
      className="mt-3 max-w-5xl"
      columns={balances ? whole : part}
      rows={changes}
      rowId={(change) => change.className}
    />
  );
