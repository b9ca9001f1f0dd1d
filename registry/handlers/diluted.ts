import type { AnswerFor, RequestFor } from '#lib/contract/index';
import { writeJson } from '#lib/contract/json';
import { inSnapshot } from '../db/session.ts';
import type { JsonText } from '../http/reply.ts';
import { classesOf, type SecurityClass } from '../queries/classes.ts';
import { type Ownership, ownershipAt } from '../queries/ownership.ts';
import { type Reserve, reservesAt } from '../queries/reserves.ts';
import type { Context } from './context.ts';
import { quantity } from './display.ts';
import { arrayPieces } from './json-pieces.ts';
import { cutoffOrToday, issuerInScope } from './scope.ts';

type Shareholder = AnswerFor<'GetDilutedPercentage'>['securites'][number]['shareholders'][number];

/**
 * Holdings and earmarked shares of every class at a cutoff; the total is both together (domain §9.4). Plain JSON whatever
 * isPDF says (decisions, ruling 20). Holders by sort name, then the reserves.
 */
export async function getDilutedPercentage(
  ctx: Context,
  input: RequestFor<'GetDilutedPercentage'>,
): Promise<JsonText> {
  const cutoff = cutoffOrToday(ctx.clock, 'cutoff', input.cutoff);
  const { classes, accounts, reserves } = await inSnapshot(ctx.pool, async (db) => {
    const issuer = await issuerInScope(db, ctx.caller, 'customerIssuerId', input.customerIssuerId);
    const all = await classesOf(db, issuer.id, cutoff);
    const classIds = all.map((each) => each.id);
    return {
      classes: all,
      accounts: await ownershipAt(db, issuer.id, cutoff, classIds, { by: 'SortName', descending: false }),
      reserves: await reservesAt(db, issuer.id, cutoff),
    };
  });
  return { jsonText: text(classes, accounts, reserves) };
}

function* text(
  classes: readonly SecurityClass[],
  accounts: readonly Ownership[],
  reserves: readonly Reserve[],
): Generator<string> {
  yield '{"securites":[';
  for (const [index, ofClass] of classes.entries()) {
    const held = accounts.flatMap(({ holder, positions }) => {
      const position = positions.find(({ classId }) => classId === ofClass.id);
      return position ? { holder, shares: position.shares } : [];
    });
    const earmarked = reserves.filter((reserve) => reserve.classId === ofClass.id);
    const total = [...held, ...earmarked].reduce((sum, { shares }) => sum + shares, 0n);
    const rows = [
      ...held.map(({ holder, shares }) => ({
        id: holder.id,
        customerId: holder.customerId,
        name: holder.name,
        shares,
      })),
      ...earmarked.map(({ id, name, shares }) => ({
        id,
        customerId: null,
        name: `RESERVE – ${name}`,
        shares,
      })),
    ];
    const head = {
      security: ofClass.name,
      totalShares: total,
      totalSharesFormat: quantity(ofClass, total),
    };
    yield `${index === 0 ? '' : ','}${writeJson(head).slice(0, -1)},"shareholders":`;
    yield* arrayPieces(rows, shareholder(ofClass));
    yield '}';
  }
  yield ']}';
}

/** A reserve has the registry's key only; its display id is that key (domain §1.2). */
function shareholder(ofClass: SecurityClass) {
  return (row: { id: bigint; customerId: string | null; name: string; shares: bigint }): Shareholder => ({
    systemShareholderId: row.id,
    customerShareholderId: row.customerId ?? '',
    displayShareholderId: row.customerId ?? row.id.toString(),
    name: row.name,
    isReserved: row.customerId === null,
    shares: row.shares,
    sharesFormat: quantity(ofClass, row.shares),
  });
}
