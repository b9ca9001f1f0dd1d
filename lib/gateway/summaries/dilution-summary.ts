// Largest accounts and totals of the dilution of each class, without a list of all accounts.

import 'server-only';
import type { User } from '#lib/access/roles';
import { ApiError } from '#lib/api/error';
import type { InputFor, ResponseFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/index';
import { exact } from '#lib/format/exact-shares';
import { formatShares } from '#lib/format/shares';
import { sum } from '#lib/register/bigint-math';
import type { Reading } from '#lib/upstream/call';
import { jsonBytesMax } from '#lib/upstream/read';
import type { GatewayContext } from '../gateway-context.ts';
import { readUpstream } from '../prefetch.ts';
import { readResponse } from '../response/read.ts';
import { aliases, respell } from '../response/shape.ts';
import { readRows } from './json-rows.ts';
import { largestFirst, summaryMs } from './largest.ts';
import { readLargestHolders } from './largest-holders.ts';

/** Totals of one kind of rows of a class; null where some row's figure is missing. */
type Sums = { listed: number; holding: number; shares: bigint | null };

/** A class of the response, in order: accounts and reserves. */
export type DilutionTotals = { held: Sums; reserved: Sums };

export type DilutionSummary = {
  /** The registry's response with only the largest rows of each class. */
  response: ResponseFor<'GetDilutedPercentage'>;
  totals: readonly DilutionTotals[];
};

type Fields = Record<string, unknown>;
type RetainedRow = { shares: bigint | null; sortName: string; account: string; row: Fields };
type Gathered = DilutionTotals & { retained: { held: RetainedRow[]; reserved: RetainedRow[] } };

const nothing = (): Gathered => ({
  held: { listed: 0, holding: 0, shares: 0n },
  reserved: { listed: 0, holding: 0, shares: 0n },
  retained: { held: [], reserved: [] },
});

/**
 * The largest accounts and reserves of each class on a date, `shown` of each kind, and the totals of all: computed by the
 * registry or read row by row as the response arrives, as in `readOwnershipSummary`. Throws ApiError.
 */
export async function readDilutionSummary(
  user: User,
  input: InputFor<'GetDilutedPercentage'>,
  shown: number,
  context?: GatewayContext,
): Promise<DilutionSummary> {
  const { customerIssuerId, cutoff } = input;
  const found = await readLargestHolders(user, { customerIssuerId, cutoff, shown }, context);
  if (found) return summaryOf(found, shown);
  let lists: Gathered[] = [];
  const reading: Reading = {
    deadlineMs: summaryMs,
    read: async (body) => {
      // A repeated call starts again.
      lists = [];
      const rest = await readRows(body, 'shareholders', jsonBytesMax, (text, list) => {
        while (lists.length <= list) lists.push(nothing());
        gather(lists[list] ?? nothing(), readResponse(text, 'bigint') as Fields, shown);
      });
      if (rest === null) return null;
      const whole = readResponse(rest, 'bigint') as Fields;
      respell(whole, aliases.GetDilutedPercentage);
      const classes = whole.securites;
      // A class without its own list would shift the following lists to the wrong class.
      if (!Array.isArray(classes) || !classes.every((one) => Array.isArray(one?.shareholders)))
        throw new ApiError('upstream_unreadable');
      while (lists.length < classes.length) lists.push(nothing());
      const securites = classes.map((one: Fields, classIndex) => {
        const { held = [], reserved = [] } = lists[classIndex]?.retained ?? {};
        const retained = [...largestFirst(held, shown), ...largestFirst(reserved, shown)];
        return { ...one, shareholders: retained.map(({ row }) => row) };
      });
      return writeJson({ ...whole, securites });
    },
  };
  const response = await readUpstream(user, 'GetDilutedPercentage', input, context, reading);
  return { response, totals: lists.map(({ held, reserved }) => ({ held, reserved })) };
}

function summaryOf(found: ResponseFor<'GetLargestHolders'>, shown: number): DilutionSummary {
  const classes = found.balances.map(({ securityType, totalOutstandingShares }) => {
    const held = found.totals.find(({ security }) => security === securityType);
    const accounts = found.accounts.flatMap((account) =>
      account.securities
        .filter((one) => one.securityType === securityType)
        .map((one) => ({
          systemShareholderId: account.systemShareholderId,
          customerShareholderId: account.customerShareholderId,
          displayShareholderId: account.displayShareholderId,
          name: account.name,
          isReserved: false,
          shares: one.totalShares,
          sharesFormat: one.totalSharesFormat,
        })),
    );
    const reserves = found.reserves
      .filter(({ security }) => security === securityType)
      .map((one) => ({
        systemShareholderId: one.systemReserveId,
        customerShareholderId: '',
        displayShareholderId: `${one.systemReserveId}`,
        name: `RESERVE – ${one.name}`,
        isReserved: true,
        shares: one.shares,
        sharesFormat: one.sharesFormat,
      }));
    const reserved = sum(reserves.map(({ shares }) => exact(shares)));
    const total = sum([exact(totalOutstandingShares), reserved]);
    const sized = reserves.map((row) => ({
      shares: exact(row.shares),
      sortName: row.name,
      account: row.displayShareholderId,
      row,
    }));
    return {
      security: {
        security: securityType,
        totalShares: total === null ? '' : `${total}`,
        totalSharesFormat: total === null ? '' : formatShares(total),
        shareholders: [...accounts, ...largestFirst(sized, shown).map(({ row }) => row)],
      },
      totals: {
        held: {
          listed: held?.accounts ?? 0,
          holding: held?.accounts ?? 0,
          shares: held ? exact(held.shares) : 0n,
        },
        reserved: { listed: reserves.length, holding: reserves.length, shares: reserved },
      },
    };
  });
  return {
    response: { securites: classes.map(({ security }) => security) },
    totals: classes.map(({ totals }) => totals),
  };
}

function gather(one: Gathered, row: Fields, shown: number): void {
  const kind = row.isReserved === true || row.isReserved === 'true' ? 'reserved' : 'held';
  const shares = exact(row.shares);
  const sums = one[kind];
  sums.listed += 1;
  if (shares !== 0n) sums.holding += 1;
  sums.shares = sums.shares === null || shares === null ? null : sums.shares + shares;
  one.retained[kind].push({ shares, sortName: `${row.name}`, account: `${row.displayShareholderId}`, row });
  if (one.retained[kind].length >= 4 * shown) one.retained[kind] = largestFirst(one.retained[kind], shown);
}
