import { type Column, columns } from '#components/table/columns';
import { formatPercent } from '#lib/format/percent';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import { quantity, signedQuantity } from '#lib/register/quantity';
import type { HolderLine } from '#lib/register/scenarios/compare';
import { routes } from '#lib/routes';
import { sideName } from './side-name.ts';

type About = {
  issuer: number;
  asof: string | null;
  dollars: boolean;
  /** What the two sides are called: before and after, or two scenarios. */
  sides: readonly [string, string];
  outstanding: readonly [bigint | null, bigint | null];
};

const percentSum = (rows: readonly HolderLine[], side: 'before' | 'after', whole: bigint | null) => {
  const held = sum(rows.map((row) => row[side]));
  return held === null || whole === null ? '' : formatPercent(held, whole);
};

/** Holders of one class on both sides. Every percentage is computed from exact counts. */
export function holderColumns({
  issuer,
  asof,
  dollars,
  sides,
  outstanding,
}: About): readonly Column<HolderLine>[] {
  const [before, after] = [sideName(sides[0]), sideName(sides[1])];
  const unit = dollars ? 'Principal' : 'Shares';
  const count = (side: 'before' | 'after', name: string) =>
    columns.shares<HolderLine>(side, `${unit}, ${name}`, (row) => row[side], {
      cell: (row) => quantity(row[side], dollars),
      total: (rows) => quantity(sum(rows.map((row) => row[side])), dollars),
    });
  return [
    columns.link<HolderLine>(
      'name',
      'Holder',
      (row) => row.name,
      (row) => (row.profile ? routes.holder(issuer, row.profile, { asof }) : null),
      {
        widthPx: 236,
        total: (rows) => `${formatShares(rows.length)} ${rows.length === 1 ? 'holder' : 'holders'}`,
      },
    ),
    count('before', before),
    count('after', after),
    columns.shares<HolderLine>('change', 'Change', (row) => row.change, {
      cell: (row) => signedQuantity(row.change, dollars),
      total: (rows) => signedQuantity(sum(rows.map((row) => row.change)), dollars),
      widthPx: 124,
    }),
    columns.percent<HolderLine>(
      'ownedBefore',
      `% outstanding, ${before}`,
      (row) => row.ownedBefore ?? undefined,
      {
        help: 'Percent of the outstanding shares of the class.',
        widthPx: 116,
        total: (rows) => percentSum(rows, 'before', outstanding[0]),
      },
    ),
    columns.percent<HolderLine>(
      'ownedAfter',
      `% outstanding, ${after}`,
      (row) => row.ownedAfter ?? undefined,
      {
        help: 'Percent of the outstanding shares of the class.',
        widthPx: 116,
        total: (rows) => percentSum(rows, 'after', outstanding[1]),
      },
    ),
    columns.percent<HolderLine>('dilutedBefore', `% fully diluted, ${before}`, (row) => row.dilutedBefore, {
      help: 'Percent of outstanding and reserved shares of the class.',
      widthPx: 116,
    }),
    columns.percent<HolderLine>('dilutedAfter', `% fully diluted, ${after}`, (row) => row.dilutedAfter, {
      help: 'Percent of outstanding and reserved shares of the class.',
      widthPx: 116,
    }),
    columns.text<HolderLine>('account', 'Account', (row) => row.account, { widthPx: 112 }),
  ];
}
