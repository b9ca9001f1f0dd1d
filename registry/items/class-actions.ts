import { formatDate } from '#lib/format/dates';
import { classOf } from '#registry/ledger/core/unit-of-work';
import type { Prepared, Work } from './item-work.ts';
import { holds, type Obstacle, orByReason } from './obstacle.ts';
import { readDeclared } from './reads/read-cache.ts';

/**
 * Class-wide actions that are declared and not carried out, for an item that surrenders certificates of the class and
 * counts from their day or later. It is posted for a day before, or looked at again once the certificates have changed.
 */
export async function classActionObstacles(work: Work, prepared: Prepared): Promise<Obstacle[]> {
  const { book, content, today } = work;
  const { classId, sources } = prepared;
  if (classId === null || sources.length === 0) return [];
  const day = content.effectiveDate ?? prepared.effectiveOn ?? today;
  const { name } = classOf(book, classId);
  const declared = await readDeclared(work, classId);
  return declared
    .filter((one) => one.record_on <= day)
    .map((one) =>
      orByReason(
        content,
        holds(
          'classActionPending',
          'effectiveDate',
          `${name}: stock dividend of ${one.ratio} on ${formatDate(one.record_on)}, not paid yet; its certificates will change.`,
        ),
      ),
    );
}
