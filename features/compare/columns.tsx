import type { ReactNode } from 'react';
import { type Column, columns } from '#components/table/columns';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { sum, sumAt } from '#lib/register/bigint-math';
import { quantity, signedQuantity } from '#lib/register/quantity';
import { rollTitles } from '#lib/register/transactions/roll-forward';
import { transactionText } from '#lib/register/transactions/transaction-text';
import type { Explained } from './causes.ts';

const none: ReadonlySet<string> = new Set();

const tones = { New: 'positive', Closed: 'danger', Increased: 'accent', Decreased: 'warning' } as const;

/** 'Aug 14: Transfer of …; …', for the file and the wide screen. */
const causesText = ({ causes }: Explained, inDollars: ReadonlySet<string>) =>
  causes
    .map(({ entry }) => `${formatDate(entry.effective)}: ${transactionText(entry, inDollars)}`)
    .join('; ');

type Options = {
  dollars: boolean;
  className: string;
  /** The journal of the period is loaded, so every change has its causes. */
  explained: boolean;
  open: (row: Explained) => ReactNode;
};

/** Accounts of one class whose holding differs between the two days. */
export function changeColumns({
  dollars,
  className,
  explained,
  open,
}: Options): readonly Column<Explained>[] {
  const inDollars = dollars ? new Set([className]) : none;
  const shares = (
    id: string,
    header: string,
    value: (row: Explained) => bigint | null,
    options: { help?: string; signs?: boolean } = {},
  ) =>
    columns.shares<Explained>(id, header, value, {
      help: options.help,
      cell: (row) => (options.signs ? signedQuantity(value(row), dollars) : quantity(value(row), dollars)),
      total: (rows) => {
        const total = sum(rows.map(value));
        return options.signs ? signedQuantity(total, dollars) : quantity(total, dollars);
      },
    });
  return [
    columns.text<Explained>('name', 'Holder', (row) => row.name, {
      widthPx: 260,
      cell: open,
      total: (rows) => `${formatShares(rows.length)} ${rows.length === 1 ? 'change' : 'changes'}`,
    }),
    // Change and why stand beside the name, in view on every screen.
    shares('change', 'Change', (row) => row.change, { signs: true }),
    ...(explained
      ? [columns.text<Explained>('causes', 'Causes', (row) => causesText(row, inDollars), { widthPx: 360 })]
      : []),
    columns.badge<Explained>('kind', 'Change type', (row) => row.kind, tones, { widthPx: 112 }),
    shares('before', 'Before', (row) => row.before),
    ...(explained
      ? (['issued', 'received', 'surrendered', 'retired', 'adjusted'] as const).map((column) =>
          shares(column, rollTitles[column], (row) => sumAt(row.moved, column), {
            signs: true,
          }),
        )
      : []),
    shares('after', 'After', (row) => row.after),
    ...(explained
      ? [
          shares('residual', 'Residual', (row) => row.unexplained, {
            signs: true,
            help: 'Change less the effect of transactions. 0 when transactions explain the whole change.',
          }),
          columns.shares<Explained>('count', 'Transactions', (row) => row.causes.length, { widthPx: 108 }),
        ]
      : []),
    columns.text<Explained>('account', 'Account', (row) => row.account, { widthPx: 112 }),
  ];
}
