import { exact } from '#lib/format/exact-shares';
import { type Balance, dollarClasses, limitOf } from '#lib/register/capacity';
import { type ClassLine, type Holding, reservesOf } from '#lib/register/ownership/cap-table';
import { type Ownership, ownershipByClass } from '#lib/register/ownership/ownership';

/**
 * Cap table of a past day. The interface has none, so holdings come from ownership at that day and class
 * figures from the balance at that day. Account type and restricted shares per holding are in neither and stay
 * missing.
 */
export function reconstructCapTable(ownership: Ownership, balances: readonly Balance[]) {
  const classes = ownershipByClass(ownership);
  const inDollars = dollarClasses(balances);
  const holders = new Map(
    ownership.accounts.flatMap((account) =>
      account.securities.map((security) => [
        `${account.systemShareholderId}/${security.securityType}`,
        `${account.systemShareholderId}`,
      ]),
    ),
  );
  const holdings: Holding[] = classes.flatMap((one) =>
    one.owners.map((owner) => ({
      id: owner.id,
      holder: holders.get(owner.id) ?? owner.account,
      account: owner.account,
      profile: owner.profile,
      name: owner.name,
      kind: '',
      className: owner.className,
      shares: owner.shares,
      restricted: null,
      unrestricted: null,
      classShares: one.held,
      dollars: inDollars.has(owner.className),
    })),
  );
  const names = new Set([
    ...balances.map((balance) => balance.className),
    ...classes.map((one) => one.className),
  ]);
  const lines: ClassLine[] = [...names].map((className) => {
    const balance = balances.find((candidate) => candidate.className === className);
    const owned = classes.find((one) => one.className === className);
    return {
      id: className,
      className,
      holders: owned?.holders ?? 0,
      shares: owned ? owned.held : 0n,
      restricted: exact(balance?.totalRestrictedShares),
      unrestricted: exact(balance?.totalNonRestrictedShares),
      issued: exact(balance?.totalIssuedShares),
      ...limitOf(balance?.isUnlimited, balance?.authorizedShares),
      ...reservesOf(balance),
      holdersStated: exact(balance?.totalShareholder),
      dollars: inDollars.has(className),
    };
  });
  return { holdings, lines };
}
