import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { classesOf, type SecurityClass } from '../queries/classes.ts';
import type { Issuer } from '../queries/issuers.ts';
import { type RegisterMemory, registerMemory } from '../queries/memory.ts';
import { noTotals, registerTotals } from '../queries/totals.ts';
import type { ClassTotals, RegisterTotals } from '../queries/types.ts';

/** Input of a check of one issuer's responses: the snapshot, the cutoff, and the balance to compare with. */
export type Subject = {
  client: PoolClient;
  issuer: Issuer;
  asOf: CalendarDate;
  /** A cache of this run only: values cached by a service are not trusted. */
  memory: RegisterMemory;
  classes: readonly SecurityClass[];
  totals: RegisterTotals;
};

/** A violation: the invariant's number, the object, and a sentence with both values. */
export type Finding = { number: number; object: string; sentence: string };

export async function subjectOf(client: PoolClient, issuer: Issuer, asOf: CalendarDate): Promise<Subject> {
  const memory = registerMemory();
  return {
    client,
    issuer,
    asOf,
    memory,
    classes: await classesOf(client, issuer.id, asOf),
    totals: await registerTotals(client, memory, issuer, asOf),
  };
}

export function totalsOf(subject: Subject, classId: bigint): ClassTotals {
  return subject.totals.byClass.get(classId) ?? noTotals;
}

/** One violation per class whose two values differ. */
export function* differing(
  subject: Subject,
  number: number,
  left: readonly [what: string, of: (classId: bigint) => bigint],
  right: readonly [what: string, of: (classId: bigint) => bigint],
): Generator<Finding> {
  for (const { id, name } of subject.classes) {
    const [a, b] = [left[1](id), right[1](id)];
    if (a !== b) yield { number, object: name, sentence: `${left[0]} ${a}, ${right[0]} ${b}` };
  }
}

/** A lookup that returns zero for absent classes. */
export function sumOf<Row extends { class_id: bigint }>(rows: readonly Row[], value: (row: Row) => bigint) {
  const sums = new Map(rows.map((row) => [row.class_id, value(row)]));
  return (classId: bigint): bigint => sums.get(classId) ?? 0n;
}
