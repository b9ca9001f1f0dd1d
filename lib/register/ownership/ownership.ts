// Reads the ownership of each class from its response.

import type { ResponseFor } from '#lib/contract/index';
import { exact, ownersOrder } from '#lib/format/exact-shares';
import { sum } from '../bigint-math.ts';
import { limitOf } from '../capacity.ts';

export type Ownership = ResponseFor<'GetOwnershipPercentage'>;

export type Owner = {
  id: string;
  account: string;
  /** Account id of the holder's page; '' where the registry gave none. */
  profile: string;
  name: string;
  className: string;
  shares: bigint | null;
  certificates: number | null;
  /** 1 for the largest account of its class. */
  rank: number;
  /** Shares of this and every larger account of the class. */
  cumulative: bigint | null;
  outstanding: bigint | null;
};

export type ClassOwnership = {
  className: string;
  /** Largest first; equal holdings by name, then account. */
  owners: readonly Owner[];
  holders: number;
  /** Sum over the listed accounts. */
  held: bigint | null;
  /** Outstanding of the class in the same response; percentages are recomputed from it. */
  outstanding: bigint | null;
  authorized: bigint | null;
  unlimited: boolean;
  /** Set when `owners` has only the largest: totals over every account of the class. */
  allAccounts?: {
    listed: number;
    /** Sum of the squared holdings. */
    squares: bigint | null;
    /** Combined holdings of the largest accounts, for each count of `concentrationRanks` below `listed`. */
    largest: readonly { count: number; held: bigint | null }[];
  };
};

/** Numbers of largest accounts for which the combined holding is computed. */
export const concentrationRanks = [1, 5, 10, 25, 50, 100, 250] as const;

/**
 * The response grouped by class. Classes are in the order of `balances`; one that only an account names is
 * added at the end, so that nothing is lost.
 */
export function ownershipByClass(response: Ownership): readonly ClassOwnership[] {
  const rows = new Map<
    string,
    { sortName: string; owner: Omit<Owner, 'rank' | 'cumulative' | 'outstanding'> }[]
  >();
  for (const balance of response.balances) rows.set(balance.securityType, []);
  for (const account of response.accounts) {
    for (const security of account.securities) {
      const list = rows.get(security.securityType) ?? [];
      rows.set(security.securityType, list);
      list.push({
        sortName: account.sortName || account.name,
        owner: {
          id: `${account.systemShareholderId}/${security.securityType}`,
          account:
            account.displayShareholderId || account.customerShareholderId || `${account.systemShareholderId}`,
          profile: account.customerShareholderId || '',
          name: account.name,
          className: security.securityType,
          shares: exact(security.totalShares),
          certificates: security.numberOfCertificates ?? null,
        },
      });
    }
  }
  return [...rows].map(([className, list]) => {
    const balance = response.balances.find((candidate) => candidate.securityType === className);
    const outstanding = exact(balance?.totalOutstandingShares);
    const sized = ({ sortName, owner }: (typeof list)[number]) => ({ ...owner, sortName });
    list.sort((a, b) => ownersOrder(sized(a), sized(b)));
    let running: bigint | null = 0n;
    const owners = list.map(({ owner }, index) => {
      running = sum([running, owner.shares]);
      return { ...owner, rank: index + 1, cumulative: running, outstanding };
    });
    return {
      className,
      owners,
      holders: owners.filter((owner) => owner.shares !== 0n).length,
      held: running,
      outstanding,
      ...limitOf(balance?.isUnlimited, balance?.authorizedShares),
    };
  });
}

/** Classes that have only the largest accounts, with the totals over all accounts added. */
export function withTotals(
  classes: readonly ClassOwnership[],
  totals: readonly ({ className: string; holders: number; held: bigint | null } & NonNullable<
    ClassOwnership['allAccounts']
  >)[],
): readonly ClassOwnership[] {
  return classes.map((one) => {
    const all = totals.find(({ className }) => className === one.className);
    if (!all) return one;
    const { holders, held, listed, squares, largest } = all;
    return { ...one, holders, held, allAccounts: { listed, squares, largest } };
  });
}
