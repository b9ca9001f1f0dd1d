import { type Column, columns } from '#components/table/columns';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { percentUnits, sum } from '#lib/register/bigint-math';
import type { Owner } from '#lib/register/ownership/ownership';
import { quantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';

/** Accounts of one class; every percentage is computed from the integers of the same response. */
export const ownerColumns = (
  issuer: number,
  asof: string | null,
  dollars: boolean,
): readonly Column<Owner>[] => [
  columns.link(
    'name',
    'Holder',
    (row) => row.name,
    (row) => (row.profile ? routes.holder(issuer, row.profile, { asof }) : null),
    {
      widthPx: 340,
      total: (rows) => `${formatShares(rows.length)} ${rows.length === 1 ? 'holder' : 'holders'}`,
    },
  ),
  columns.text('account', 'Account', (row) => row.account, { widthPx: 112 }),
  columns.shares('shares', dollars ? 'Principal' : 'Shares', (row) => row.shares, {
    cell: (row) => quantity(row.shares, dollars),
    sheet: dollars ? 'dollars' : 'shares',
    total: (rows) => quantity(sum(rows.map((row) => row.shares)), dollars),
  }),
  columns.percent('percent', '% of outstanding', (row) => percentUnits(row.shares, row.outstanding), {
    help: 'Percent of the outstanding shares of the class.',
    total: (rows) => percentSum(rows),
  }),
  columns.percent('cumulative', 'Cumulative %', (row) => percentUnits(row.cumulative, row.outstanding), {
    widthPx: 116,
    help: 'Total of this account and all larger ones, in percent of outstanding.',
  }),
  columns.shares('rank', 'Rank', (row) => row.rank, {
    widthPx: 72,
    help: 'By shares held. 1 is the largest account.',
  }),
  columns.shares('certificates', 'Certificates', (row) => row.certificates, { total: 'sum' }),
];

/** The sum of the shares as a percentage, not the sum of rounded percentages. */
function percentSum(rows: readonly Owner[]): string {
  const held = sum(rows.map((row) => row.shares));
  const outstanding = rows[0]?.outstanding ?? null;
  return held === null || outstanding === null ? '' : formatPercent(held, outstanding);
}
