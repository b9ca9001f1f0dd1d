import { type Column, columns } from '#components/table/columns';
import { formatShares } from '#lib/format/shares';
import { percentUnits, sum } from '#lib/register/bigint-math';
import type { ClassLine, Holding } from '#lib/register/ownership/cap-table';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

/** Totals are valid only within one class: with several classes on screen there is no total. */
const oneClassSum = (pick: (row: Holding) => bigint | null) => (rows: readonly Holding[]) => {
  const same = rows.every((row) => row.className === rows[0]?.className);
  return same ? quantity(sum(rows.map(pick)), rows[0]?.dollars) : 'Several classes';
};

/** A number of shares, or dollars where the class is counted in dollars. */
function counted<Row extends { dollars: boolean }>(
  id: string,
  header: string,
  pick: (row: Row) => bigint | null,
  options: Parameters<typeof columns.shares<Row>>[3] = {},
): Column<Row> {
  const cell = (row: Row) => quantity(pick(row), row.dollars);
  const sheet = (row: Row) => (row.dollars ? 'dollars' : 'shares');
  return columns.shares<Row>(id, header, pick, { cell, sheet, ...options });
}

/** Issuer and day of the links in a table. */
type At = { issuer: number; asof: string | null };

const name = ({ issuer, asof }: At, widthPx: number) =>
  columns.link<Holding>(
    'name',
    'Holder',
    (row) => row.name,
    (row) => (row.profile ? routes.holder(issuer, row.profile, { asof }) : null),
    {
      widthPx,
      total: (rows) => `${formatShares(rows.length)} ${rows.length === 1 ? 'holding' : 'holdings'}`,
    },
  );
const account = columns.text<Holding>('account', 'Account', (row) => row.account, { widthPx: 112 });
const kind = columns.text<Holding>('kind', 'Type', (row) => row.kind, { widthPx: 190 });
const className = columns.text<Holding>('class', 'Class', (row) => row.className, { widthPx: 190 });
const shares = counted<Holding>('shares', 'Shares', (row) => row.shares, {
  total: oneClassSum((row) => row.shares),
});
const restricted = counted<Holding>('restricted', 'Restricted', (row) => row.restricted, {
  total: oneClassSum((row) => row.restricted),
  help: 'Shares with a transfer restriction.',
});
const unrestricted = counted<Holding>('unrestricted', 'Unrestricted', (row) => row.unrestricted, {
  total: oneClassSum((row) => row.unrestricted),
});
const part = columns.percent<Holding>(
  'percent',
  '% of outstanding',
  (row) => percentUnits(row.shares, row.classShares),
  {
    help: 'Percent of the outstanding shares of the class, calculated from exact share counts.',
  },
);

const spareClass = { ...className, hidden: true };

/** By holder, current. With a single class its column starts hidden, which leaves more width for names. */
const holdingColumns = {
  one: [account, spareClass, shares, part, restricted, unrestricted, kind],
  several: [className, shares, part, restricted, unrestricted, account, kind],
} as const;

/** By holder, reconstructed for a past day: account type and restricted shares are not known. */
const reconstructedColumns = {
  one: [account, spareClass, shares, part],
  several: [className, shares, part, account],
} as const;

export function columnsByHolder(
  classCount: number,
  isReconstructed: boolean,
  at: At,
): readonly Column<Holding>[] {
  const rest = (isReconstructed ? reconstructedColumns : holdingColumns)[classCount > 1 ? 'several' : 'one'];
  return [name(at, classCount > 1 ? 260 : 400), ...rest];
}

/**
 * By class. Each row links to its holdings, or to the largest of them for a large register. No total: classes
 * are never added up.
 */
export const classColumns = ({ issuer, asof }: At, long: boolean): readonly Column<ClassLine>[] => [
  columns.link(
    'class',
    'Class',
    (row) => row.className,
    (row) =>
      long
        ? routes.ownership(issuer, { asof })
        : routes.capTable(issuer, { view: 'holder', 'f.class': `=${row.className}`, asof }),
    { widthPx: 190 },
  ),
  columns.shares('holders', 'Holders', (row) => row.holders, { widthPx: 92 }),
  counted('shares', 'Outstanding', (row) => row.shares, { card: 'figure' }),
  columns.shares('authorized', 'Authorized', (row) => (row.unlimited ? 'Unlimited' : row.authorized), {
    cell: (row) => (row.unlimited ? 'Unlimited' : quantity(row.authorized, row.dollars)),
    sheet: (row) => (row.unlimited ? 'text' : row.dollars ? 'dollars' : 'shares'),
  }),
  counted('issued', 'Issued', (row) => row.issued),
  counted('reserved', 'Reserved', (row) => row.reserved, {
    help: 'Shares set aside for plans, warrants and conversions. Not issued.',
  }),
  columns.shares('available', 'Available to issue', (row) => row.available, {
    widthPx: 126,
    card: 'figure',
    help: 'Authorized less issued less reserved.',
    cell: ({ available, dollars }) =>
      available === 'Unlimited'
        ? available
        : available !== null && available < 0n
          ? `Exceeded by ${quantity(-available, dollars)}`
          : quantity(available, dollars),
    sheet: (row) => (row.available === 'Unlimited' ? 'text' : row.dollars ? 'dollars' : 'shares'),
  }),
  counted('restricted', 'Restricted', (row) => row.restricted),
  counted('unrestricted', 'Unrestricted', (row) => row.unrestricted),
  columns.percent('restrictedPart', '% restricted', (row) => percentUnits(row.restricted, row.shares), {
    help: 'Percent of the outstanding shares of the class.',
  }),
];
