import { formatShares } from '#lib/format/shares';
import { type Column, columns } from '@/components/table/columns';
import type { ClassLine, Holding, PivotLine } from '../../../../cap-table.ts';
import { percentUnits, sum } from '../../../../exact.ts';
import { quantity } from '../../../../quantity.ts';

/** Adding up is right only within one class (domain §9.2): with several on screen the total names none. */
const oneClassSum = (pick: (row: Holding) => bigint | null) => (rows: readonly Holding[]) => {
  const same = rows.every((row) => row.className === rows[0]?.className);
  return same ? quantity(sum(rows.map(pick)), rows[0]?.dollars) : 'several classes';
};

/** A share count, or dollars where the row's class is counted in them. */
function counted<Row extends { dollars: boolean }>(
  id: string,
  header: string,
  pick: (row: Row) => bigint | null,
  options: Parameters<typeof columns.shares<Row>>[3] = {},
): Column<Row> {
  const cell = (row: Row) => (pick(row) === null ? '' : quantity(pick(row), row.dollars));
  const sheet = (row: Row) => (row.dollars ? 'dollars' : 'shares');
  return columns.shares<Row>(id, header, pick, { cell, sheet, ...options });
}

const name = columns.text<Holding>('name', 'Holder', (row) => row.name, {
  widthPx: 260,
  total: (rows) => `${formatShares(rows.length)} ${rows.length === 1 ? 'holding' : 'holdings'}`,
});
const account = columns.text<Holding>('account', 'Account', (row) => row.account, { widthPx: 112 });
const kind = columns.text<Holding>('kind', 'Type', (row) => row.kind, { widthPx: 190 });
const className = columns.text<Holding>('class', 'Class', (row) => row.className, { widthPx: 190 });
const shares = counted<Holding>('shares', 'Shares', (row) => row.shares, {
  total: oneClassSum((row) => row.shares),
});
const restricted = counted<Holding>('restricted', 'Restricted', (row) => row.restricted, {
  widthPx: 128,
  total: oneClassSum((row) => row.restricted),
  help: 'Shares with a transfer restriction noted on them.',
});
const unrestricted = counted<Holding>('unrestricted', 'Unrestricted', (row) => row.unrestricted, {
  widthPx: 132,
  total: oneClassSum((row) => row.unrestricted),
});
const part = columns.percent<Holding>(
  'percent',
  '% of class',
  (row) => percentUnits(row.shares, row.classShares),
  {
    help: "Part of all outstanding shares of the holding's class, computed from the whole numbers.",
  },
);

const wideName = { ...name, widthPx: 400 };
const spareClass = { ...className, hidden: true };

/** By holder, current. With a single class its name starts hidden and the holders' get the room. */
const holdingColumns = {
  one: [wideName, account, spareClass, shares, part, restricted, unrestricted, kind],
  several: [name, className, shares, part, restricted, unrestricted, account, kind],
} as const;

/** By holder, rebuilt for a past day: no type and no restricted part are known then. */
const rebuiltColumns = {
  one: [wideName, account, spareClass, shares, part],
  several: [name, className, shares, part, account],
} as const;

export function columnsByHolder(classCount: number, rebuilt: boolean): readonly Column<Holding>[] {
  return (rebuilt ? rebuiltColumns : holdingColumns)[classCount > 1 ? 'several' : 'one'];
}

/** By class. No totals line: classes are never added up. */
export const classColumns: readonly Column<ClassLine>[] = [
  columns.text('class', 'Class', (row) => row.className, { widthPx: 220 }),
  columns.shares('holders', 'Holders', (row) => row.holders, { widthPx: 92 }),
  counted('shares', 'Outstanding', (row) => row.shares),
  counted('restricted', 'Restricted', (row) => row.restricted),
  counted('unrestricted', 'Unrestricted', (row) => row.unrestricted),
  columns.percent('restrictedPart', '% restricted', (row) => percentUnits(row.restricted, row.shares), {
    widthPx: 112,
  }),
  counted('issued', 'Issued', (row) => row.issued),
  columns.shares('authorized', 'Authorized', (row) => (row.unlimited ? 'Unlimited' : row.authorized), {
    cell: (row) => (row.unlimited ? 'Unlimited' : quantity(row.authorized, row.dollars)),
  }),
];

/** One column per class of the issuer, after the holder. */
export function pivotColumns(
  classes: readonly { className: string; dollars: boolean }[],
): readonly Column<PivotLine>[] {
  return [
    columns.text('name', 'Holder', (row) => row.name, {
      widthPx: 300,
      total: (rows) => `${formatShares(rows.length)} ${rows.length === 1 ? 'holder' : 'holders'}`,
    }),
    columns.text('account', 'Account', (row) => row.account, { widthPx: 112 }),
    ...classes.map(({ className: title, dollars }, index) =>
      columns.shares<PivotLine>(`class${index}`, title, (row) => row.byClass[title], {
        widthPx: 140,
        sheet: dollars ? 'dollars' : 'shares',
        cell: (row) => (row.byClass[title] === undefined ? '' : quantity(row.byClass[title], dollars)),
        total: (rows) => quantity(sum(rows.map((row) => row.byClass[title] ?? 0n)), dollars),
      }),
    ),
    columns.text('kind', 'Type', (row) => row.kind, { widthPx: 170 }),
  ];
}
