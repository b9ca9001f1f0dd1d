// Largest accounts and totals of each class, without a list of all accounts.

import 'server-only';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import type { InputFor, ResponseFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/index';
import { exact } from '#lib/format/exact-shares';
import type { Reading } from '#lib/upstream/call';
import { jsonBytesMax } from '#lib/upstream/read';
import type { GatewayContext } from '../gateway-context.ts';
import { readUpstream } from '../prefetch.ts';
import { readResponse } from '../response/read.ts';
import { readRows } from './json-rows.ts';
import { largestFirst, summaryMs } from './largest.ts';
import { readLargestHolders } from './largest-holders.ts';

/** Totals of all accounts of a class; null where some account's figure is missing. */
export type ClassTotals = {
  className: string;
  /** Accounts listed with the class. */
  listed: number;
  /** Those of them with holdings. */
  holders: number;
  held: bigint | null;
  /** Sum of the squared holdings, for the Herfindahl index. */
  squares: bigint | null;
  /** The joint holding of the largest accounts, for each count of `ranks` below `listed`. */
  largest: readonly { count: number; held: bigint | null }[];
};

export type OwnershipSummary = {
  /** The registry's response with only the largest accounts of each class. */
  response: ResponseFor<'GetOwnershipPercentage'>;
  totals: readonly ClassTotals[];
};

type Requested = {
  /** Accounts of each class to include. */
  shown: number;
  /** Numbers of largest accounts whose joint holding is needed. */
  ranks: readonly number[];
};

type Fields = Record<string, unknown>;
type RetainedRow = { shares: bigint | null; sortName: string; account: string; row: Fields };
type Gathered = Omit<ClassTotals, 'className' | 'largest'> & { retained: RetainedRow[] };

/**
 * The largest holders of each class on a date, and the totals of all accounts: computed by the registry where it offers
 * that, else read account by account as the response arrives, so that an issuer may have millions. Access, redaction and
 * audit are those of any read. Throws ApiError.
 */
export async function readOwnershipSummary(
  user: User,
  input: InputFor<'GetOwnershipPercentage'>,
  { shown, ranks }: Requested,
  context?: GatewayContext,
): Promise<OwnershipSummary> {
  if (input.filterSecurityType === undefined) {
    const { customerIssuerId, cutoff } = input;
    const found = await readLargestHolders(user, { customerIssuerId, cutoff, shown }, context);
    if (found) return summaryOf(found, ranks);
  }
  let classes = new Map<string, Gathered>();
  const largestMax = Math.max(shown, ...ranks);
  const reading: Reading = {
    deadlineMs: summaryMs,
    read: async (body) => {
      // A repeated call starts again.
      classes = new Map();
      const rest = await readRows(body, 'accounts', jsonBytesMax, (text) =>
        gather(classes, rowOf(text), largestMax),
      );
      if (rest === null) return null;
      const largest = [...classes.values()].flatMap(({ retained }) =>
        largestFirst(retained, shown).map(({ row }) => row),
      );
      const whole = readResponse(rest, 'bigint') as Fields;
      // A missing list does not mean an empty one.
      if (!Array.isArray(whole.accounts)) throw new ApiError('upstream_unreadable');
      return writeJson({ ...whole, accounts: largest });
    },
  };
  const response = await readUpstream(user, 'GetOwnershipPercentage', input, context, reading);
  return { response, totals: [...classes].map(([className, one]) => totalsOf(className, one, ranks)) };
}

function summaryOf(
  { accounts, balances, totals }: ResponseFor<'GetLargestHolders'>,
  ranks: readonly number[],
): OwnershipSummary {
  return {
    response: { accounts, balances },
    totals: totals.map((one) => ({
      className: one.security,
      listed: one.accounts,
      holders: one.accounts,
      held: exact(one.shares),
      squares: exact(one.squaredShares),
      largest: ranks
        .filter((count) => count < one.accounts)
        .map((count) => ({
          count,
          held: exact(one.largest.find(({ accounts: of }) => of === count)?.shares),
        })),
    })),
  };
}

function rowOf(text: string): Fields {
  const row = readResponse(text, 'bigint') as Fields;
  if (!Array.isArray(row.securities)) throw new ApiError('upstream_unreadable');
  return row;
}

function gather(classes: Map<string, Gathered>, account: Fields, largestMax: number): void {
  for (const security of account.securities as Fields[]) {
    const className = `${security.securityType}`;
    const one = classes.get(className) ?? { listed: 0, holders: 0, held: 0n, squares: 0n, retained: [] };
    classes.set(className, one);
    const shares = exact(security.totalShares);
    one.listed += 1;
    if (shares !== 0n) one.holders += 1;
    one.held = one.held === null || shares === null ? null : one.held + shares;
    one.squares = one.squares === null || shares === null ? null : one.squares + shares * shares;
    const row = { ...account, securities: [security] };
    const number =
      account.displayShareholderId || account.customerShareholderId || account.systemShareholderId;
    one.retained.push({ shares, sortName: `${account.sortName || account.name}`, account: `${number}`, row });
    if (one.retained.length >= 4 * largestMax) one.retained = largestFirst(one.retained, largestMax);
  }
}

function totalsOf(className: string, { retained, ...sums }: Gathered, ranks: readonly number[]): ClassTotals {
  let running: bigint | null = 0n;
  const together = largestFirst(retained, Math.max(...ranks)).map(({ shares }) => {
    running = running === null || shares === null ? null : running + shares;
    return running;
  });
  const counts = ranks.filter((count) => count < sums.listed);
  return {
    className,
    ...sums,
    largest: counts.map((count) => ({ count, held: together[count - 1] ?? null })),
  };
}
