import { type Column, columns } from '#components/table/columns';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import { basicPercent, type DilutedRow, dilutedPercent } from '#lib/register/ownership/dilution';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

const countOf = (rows: readonly DilutedRow[]) => {
  const reserves = rows.filter((row) => row.reserved).length;
  const holders = rows.length - reserves;
  const held = `${formatShares(holders)} ${holders === 1 ? 'holder' : 'holders'}`;
  return reserves === 0 ? held : `${held}, ${formatShares(reserves)} reserved`;
};

/** The sum of the shares as a percentage, not the sum of rounded percentages. */
function percentSum(rows: readonly DilutedRow[], base: 'outstanding' | 'diluted'): string {
  const held = sum(rows.map((row) => row.shares));
  const whole = rows[0]?.[base] ?? null;
  return held === null || whole === null ? '' : formatPercent(held, whole);
}

const unreserved = (rows: readonly DilutedRow[]) => rows.filter((row) => !row.reserved);

/** Holders and reserves of one class; both percentages are computed from the integers of one response. */
export const dilutionColumns = (
  issuer: number,
  asof: string | null,
  dollars: boolean,
): readonly Column<DilutedRow>[] => [
  columns.link<DilutedRow>(
    'name',
    'Holder or reserve',
    (row) => row.name,
    (row) => (row.profile ? routes.holder(issuer, row.profile, { asof }) : null),
    { widthPx: 340, total: countOf },
  ),
  columns.badge<DilutedRow>(
    'kind',
    'Status',
    (row) => (row.reserved ? 'Reserved' : 'Outstanding'),
    { Reserved: 'warning' },
    {
      widthPx: 108,
      help: 'Reserved shares are set aside for issuance. They are not issued and have no holder.',
    },
  ),
  columns.shares<DilutedRow>('shares', dollars ? 'Principal' : 'Shares', (row) => row.shares, {
    cell: (row) => quantity(row.shares, dollars),
    total: (rows) => quantity(sum(rows.map((row) => row.shares)), dollars),
  }),
  columns.percent<DilutedRow>('basic', '% of outstanding', basicPercent, {
    widthPx: 124,
    help: 'Percent of the outstanding shares of the class, without reserves.',
    total: (rows) => percentSum(unreserved(rows), 'outstanding'),
  }),
  columns.percent<DilutedRow>('diluted', '% of fully diluted', dilutedPercent, {
    widthPx: 128,
    help: 'Percent of outstanding and reserved shares of the class.',
    total: (rows) => percentSum(rows, 'diluted'),
  }),
  columns.text<DilutedRow>('account', 'Account', (row) => row.account, { widthPx: 112 }),
];
