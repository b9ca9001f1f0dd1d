import type { Db } from '../db/session.ts';
import type { Ta2Step } from '../queries/ta2-steps.ts';

/**
 * Adds a step to the worksheet of a year. The key is the year with the version, so of two users who saw the same version
 * only one writes.
 */
export async function addTa2Step(db: Db, year: number, step: Ta2Step): Promise<void> {
  await db.query(
    `insert into ta2_step (year, version, kind, line, value, reason, title, telephone, answers, by_email, by_first_name,
       by_last_name, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      ...[year, step.version, step.kind, step.line, step.value, step.reason, step.title, step.telephone],
      ...[step.answers, step.by_email, step.by_first_name, step.by_last_name, step.at],
    ],
  );
}
