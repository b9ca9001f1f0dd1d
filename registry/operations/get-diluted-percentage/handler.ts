import type { PoolClient } from 'pg';
import type { ExactResponseFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/wire/json';
import type { CalendarDate } from '#lib/format/dates';
import type { JsonText } from '#registry/http/reply';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { ownershipRows } from '#registry/queries/ownership';
import { type Reserve, reservesAt } from '#registry/queries/reserves';
import { registerTotals } from '#registry/queries/totals';
import type { Context } from '../parts/context.ts';
import { checkBooksFrom, cutoffOrToday } from '../parts/request/scope.ts';
import { quantity } from '../parts/response/display.ts';
import { streamedPieces } from '../parts/response/json-pieces.ts';
import { issuerList } from '../parts/response/list-response.ts';

type Shareholder = ExactResponseFor<'GetDilutedPercentage'>['securites'][number]['shareholders'][number];

/**
 * Held and reserved shares of every class at a cutoff; the total is the sum of both. Always JSON, whatever
 * isPDF says. Holders by sort name, then the reserves.
 */
export function getDilutedPercentage(
  ctx: Context,
  input: RequestFor<'GetDilutedPercentage'>,
): Promise<JsonText> {
  const cutoff = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  return issuerList(ctx, input.customerIssuerId, 'all', async function* (client, issuer) {
    checkBooksFrom(issuer, 'cutoff', cutoff);
    const reserves = await reservesAt(client, issuer.id, cutoff);
    const { byClass } = await registerTotals(client, ctx.memory, issuer, cutoff);
    yield '{"securites":[';
    for (const [index, ofClass] of (await classesOf(client, issuer.id, cutoff)).entries()) {
      const earmarked = reserves.filter((reserve) => reserve.classId === ofClass.id);
      const held = byClass.get(ofClass.id)?.outstanding ?? 0n;
      const total = earmarked.reduce((sum, { shares }) => sum + shares, held);
      const head = {
        security: ofClass.name,
        totalShares: total,
        totalSharesFormat: quantity(ofClass, total),
      };
      yield `${index === 0 ? '' : ','}${writeJson(head).slice(0, -1)},"shareholders":`;
      yield* streamedPieces(rowsOf(client, issuer.id, cutoff, ofClass.id, earmarked), shareholder(ofClass));
      yield '}';
    }
    yield ']}';
  });
}

type Row = { id: bigint; customerId: string | null; name: string; shares: bigint };

async function* rowsOf(
  client: PoolClient,
  issuerId: bigint,
  cutoff: CalendarDate,
  classId: bigint,
  earmarked: readonly Reserve[],
): AsyncGenerator<Row> {
  const bySortName = { by: 'SortName', descending: false } as const;
  for await (const { holder, positions } of ownershipRows(client, issuerId, cutoff, [classId], bySortName)) {
    const { id, customerId, name } = holder;
    for (const { shares } of positions) yield { id, customerId, name, shares };
  }
  for (const { id, name, shares } of earmarked)
    yield { id, customerId: null, name: `RESERVE – ${name}`, shares };
}

/** A reserve has only the registry's key, which is also its display id. */
function shareholder(ofClass: SecurityClass) {
  return (row: Row): Shareholder => ({
    systemShareholderId: row.id,
    customerShareholderId: row.customerId ?? '',
    displayShareholderId: row.customerId ?? row.id.toString(),
    name: row.name,
    isReserved: row.customerId === null,
    shares: row.shares,
    sharesFormat: quantity(ofClass, row.shares),
  });
}
