// Facts about the depository's positions, for the proof of an issuer.

import type { CalendarDate } from '#lib/format/dates';
import type { DepositoryFacts, PositionFacts } from '#lib/proof/depository/facts';
import type { Db } from '#registry/db/session';
import { positionFileOf } from './files.ts';
import { brokenSince, type ClassMatch, classMatches, keyOf } from './matches.ts';

/** A match with its class as facts of a proof. */
export function positionFacts(
  match: ClassMatch,
  className: string,
  since: ReadonlyMap<string, CalendarDate>,
): PositionFacts {
  const { issuerId, classId, ...facts } = match;
  return { ...facts, className, classId, since: since.get(keyOf({ issuerId, classId })) ?? null };
}

/** What the depository's file of a day says about an issuer; without a file only whether it would matter. */
export async function depositoryFacts(
  db: Db,
  issuerId: bigint,
  day: CalendarDate,
  nameOf: (classId: bigint) => string,
): Promise<DepositoryFacts> {
  const file = await positionFileOf(db, day);
  const { rows } = await db.query<{ held: boolean }>(
    `select exists (select 1 from certificate c join holder h on h.id = c.holder_id and h.is_nominee
                     where c.issuer_id = $1 and not c.is_treasury and c.issued_on <= $2 and c.canceled_on > $2) as held`,
    [issuerId, day],
  );
  const hasNominee = rows[0]?.held ?? false;
  if (!file) return { file: null, hasNominee, positions: [] };
  const question = { file, issuerIds: [issuerId] };
  const matches = await classMatches(db, question);
  const since = await brokenSince(db, question, matches);
  return {
    file: { id: file.id, asOf: file.as_of, sequence: file.sequence, importedAt: file.imported_at },
    hasNominee,
    positions: matches.map((match) => positionFacts(match, nameOf(match.classId), since)),
  };
}
