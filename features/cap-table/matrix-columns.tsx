import { type Column, columns } from '#components/table/columns';
import { putParam } from '#components/ui/browser/address-params';
import { Link } from '#components/ui/link';
import { PressButton } from '#components/ui/press-button';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import {
  type Basis,
  baseOf,
  type MatrixCell,
  type MatrixClass,
  type MatrixLine,
  matrixPercent,
} from '#lib/register/ownership/matrix';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

/** Filters the table by the type of a group. */
function Group({ line }: { line: MatrixLine }) {
  const choose = () => putParam('f.kind', `=${line.kind}`);
  return (
    <PressButton type="button" className="max-w-full truncate font-normal underline" onClick={choose}>
      {line.name}
    </PressButton>
  );
}

const cellText = (cell: MatrixCell, line: MatrixLine, dollars: boolean) => {
  if (cell === undefined) return '';
  if (cell === 'Unlimited') return cell;
  if (line.id === 'available' && cell !== null && cell < 0n) return `Exceeded by ${quantity(-cell, dollars)}`;
  return quantity(cell, dollars);
};

/** The figures a reader looks for first. */
const main = new Set(['outstanding', 'diluted', 'available', 'difference']);

const emphasized = (line: MatrixLine, text: string) =>
  main.has(line.id) ? (
    <strong className={line.row === 'difference' ? 'font-semibold text-danger' : 'font-semibold'}>
      {text}
    </strong>
  ) : (
    text
  );

const heldOf = (rows: readonly MatrixLine[], className: string) =>
  sum(
    rows.map(({ byClass }) => {
      const cell = byClass[className];
      return cell === undefined ? 0n : typeof cell === 'bigint' ? cell : null;
    }),
  );

/** The sum of the shares as a percentage, not the sum of rounded percentages. */
function percentOfRows(rows: readonly MatrixLine[], one: MatrixClass, basis: Basis): string {
  const [held, base] = [heldOf(rows, one.className), baseOf(one, basis)];
  return held === null || base === null ? '–' : formatPercent(held, base);
}

type At = { issuer: number; asof: string | null };

/** Holder, then shares and percent of each class. */
export function matrixColumns(
  classes: readonly MatrixClass[],
  basis: Basis,
  { issuer, asof }: At,
  hasKinds: boolean,
): readonly Column<MatrixLine>[] {
  const base = basis === 'diluted' ? 'fully diluted shares' : 'outstanding shares';
  const single = classes.length === 1;
  return [
    columns.text<MatrixLine>('name', 'Holder', (row) => row.name, {
      widthPx: single ? 400 : 290,
      cell: (row) => {
        if (row.row === 'group' && row.kind) return <Group line={row} />;
        if (row.id.startsWith('reserve/')) return <span className="pl-4 font-normal">{row.name}</span>;
        const to = row.profile && routes.holder(issuer, row.profile, { asof });
        return to ? <Link href={to}>{row.name}</Link> : emphasized(row, row.name);
      },
      total: (rows) => {
        const holders = rows.filter((row) => row.row === 'holder').length;
        return `${formatShares(holders)} ${holders === 1 ? 'holder' : 'holders'}`;
      },
    }),
    ...classes.flatMap((one, index) => {
      const { className, dollars } = one;
      return [
        columns.shares<MatrixLine>(`class${index}`, className, (row) => row.byClass[className], {
          widthPx: 140,
          sheet: (row) => (row.byClass[className] === 'Unlimited' ? 'text' : dollars ? 'dollars' : 'shares'),
          cell: (row) => emphasized(row, cellText(row.byClass[className], row, dollars)),
          total: (rows) => quantity(heldOf(rows, className), dollars),
        }),
        columns.percent<MatrixLine>(
          `percent${index}`,
          `% of ${single ? base.replace(' shares', '') : className}`,
          (row) => matrixPercent(row, one, basis),
          {
            widthPx: 116,
            help: `Percent of the ${base} of ${className}, calculated from exact share counts.`,
            total: (rows) => percentOfRows(rows, one, basis),
          },
        ),
      ];
    }),
    columns.text<MatrixLine>('account', 'Account', (row) => row.account, { widthPx: 112 }),
    ...(hasKinds
      ? [
          columns.text<MatrixLine>('kind', 'Type', (row) => (row.row === 'holder' ? row.kind : ''), {
            widthPx: 190,
          }),
        ]
      : []),
  ];
}
