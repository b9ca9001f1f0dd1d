import type { PoolClient } from 'pg';
import { type ControlChange, type ControlRoll, rollControl } from '#lib/register/transactions/roll-control';
import {
  addEffect,
  type ClassRoll,
  type ClassSums,
  classRollOf,
  noClassSums,
} from '#lib/register/transactions/roll-forward';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import { registerMemory } from '#registry/queries/memory';
import { classEffects, controlMoves, type RollPeriod } from '#registry/queries/reports/roll-forward';
import { noTotals, registerTotals } from '#registry/queries/totals';

/** One class: shares of holders, issued, treasury, restricted; reserved, and authorized where that is limited. */
export type RolledClass = {
  ofClass: SecurityClass;
  roll: ClassRoll;
  reserved: ControlRoll;
  authorized: ControlRoll | null;
};

/**
 * Every class of an issuer over a period. The movements are those of transactions and control book; opening and closing are
 * read from the totals per day and the changes of reserves and authorized shares, which are stored separately.
 */
export async function rolledClasses(
  client: PoolClient,
  issuer: { id: bigint; version: bigint },
  period: RollPeriod,
): Promise<RolledClass[]> {
  const sums = new Map<bigint, ClassSums>();
  for await (const { class_id, kind: code, ...effect } of classEffects(client, period)) {
    const known = sums.get(class_id) ?? noClassSums();
    sums.set(class_id, known);
    addEffect(known, { code, ...effect });
  }
  const [first, last] = [
    await registerTotals(client, registerMemory(), issuer, period.opening),
    await registerTotals(client, registerMemory(), issuer, period.closing),
  ];
  const figures = ({ byClass }: typeof first, id: bigint) => {
    const { outstanding, treasury, restricted } = byClass.get(id) ?? noTotals;
    return { outstanding, issued: outstanding + treasury, restricted };
  };
  const before = new Map((await classesOf(client, issuer.id, period.opening)).map((one) => [one.id, one]));
  const entries = Map.groupBy(await controlMoves(client, period), ({ class_id }) => class_id);
  return (await classesOf(client, issuer.id, period.closing)).map((ofClass): RolledClass => {
    const { id, name, isUnlimited } = ofClass;
    const own = entries.get(id) ?? [];
    const changes = (up: 'reserved_up' | 'authorized_up', down: 'reserved_down' | 'authorized_down') =>
      own.flatMap((one): ControlChange[] => [
        { code: one.kind, delta: one[up] },
        { code: one.kind, delta: one[down] },
      ]);
    const opening = before.get(id);
    return {
      ofClass,
      roll: classRollOf(name, sums.get(id) ?? noClassSums(), figures(first, id), figures(last, id)),
      reserved: rollControl(
        changes('reserved_up', 'reserved_down'),
        opening?.reserved ?? 0n,
        ofClass.reserved,
      ),
      authorized: isUnlimited
        ? null
        : rollControl(
            changes('authorized_up', 'authorized_down'),
            opening?.authorized ?? 0n,
            ofClass.authorized,
          ),
    };
  });
}

/** The residuals of a class in the order of its lines. */
export const residualsOf = ({ roll, reserved, authorized }: RolledClass): bigint[] =>
  [roll.outstanding, roll.issued, roll.treasury, roll.restricted, reserved, authorized].flatMap((one) =>
    one ? [one.residual ?? 0n] : [],
  );
