// The changes of a register that is too large to list, from the registry's largest changes and totals.

import type { ResponseFor } from '#lib/contract/index';
import { exact } from '#lib/format/exact-shares';
import { sum } from '#lib/register/bigint-math';
import type { Balance } from '#lib/register/capacity';
import type { ChangeCounts } from './class-figures.tsx';
import { type Change, type ClassComparison, classBalances, kindOf, minus } from './compare.ts';

export type LargeClass = Pick<
  ClassComparison,
  'className' | 'net' | 'outstanding' | 'residual' | 'dollars'
> & {
  counts: ChangeCounts;
  /** Holdings that changed, listed or not. */
  changed: number;
  /** Null where the balances do not give the number of holders. */
  unchanged: number | null;
  /** The largest changes. */
  rows: readonly Change[];
};

type Balances = { before: readonly Balance[]; after: readonly Balance[] };

/** Each class with its counts, the net of all changes and its largest ones. */
export function largeClasses(
  { changes, totals }: ResponseFor<'GetLargestChanges'>,
  balances: Balances,
): LargeClass[] {
  return totals.map(({ security: className, securityTypeId, opened, closed, increased, decreased }) => {
    const [gained, lost] = [
      sum([exact(opened.shares), exact(increased.shares)]),
      sum([exact(closed.shares), exact(decreased.shares)]),
    ];
    const net = minus(gained, lost);
    const { outstanding, dollars } = classBalances(balances, className);
    const holders = exact(balances.before.find((one) => one.className === className)?.totalShareholder);
    const left = closed.accounts + increased.accounts + decreased.accounts;
    return {
      className,
      net,
      outstanding,
      residual: minus(outstanding.change, net),
      dollars,
      counts: {
        New: opened.accounts,
        Closed: closed.accounts,
        Increased: increased.accounts,
        Decreased: decreased.accounts,
      },
      changed: opened.accounts + left,
      unchanged: holders === null ? null : Number(holders) - left,
      rows: changes
        .filter((one) => one.securityTypeId === securityTypeId)
        .map((one): Change => {
          const [from, to] = [exact(one.sharesBefore), exact(one.sharesAfter)];
          const id = `${one.systemShareholderId}`;
          const account = one.customerShareholderId;
          return {
            id: `${id}/${className}`,
            holder: id,
            account,
            profile: account,
            name: one.name,
            className,
            before: from,
            after: to,
            change: minus(to, from),
            kind: kindOf(from, to),
          };
        }),
    };
  });
}
