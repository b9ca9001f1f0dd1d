import type { Db } from '../db/session.ts';

/** What a user did on the worksheet of a year; `version` is that of the worksheet after it. */
export type Ta2Step = {
  version: number;
  kind: 'Entered' | 'Cleared' | 'Prepared' | 'Certified';
  line: string;
  value: string | null;
  reason: string;
  title: string;
  telephone: string;
  /** The answers that were signed, as JSON; null for an entry. */
  answers: string | null;
  by_email: string;
  by_first_name: string;
  by_last_name: string;
  at: string;
};

/** The steps of a year, oldest first. */
export async function ta2Steps(db: Db, year: number): Promise<Ta2Step[]> {
  const { rows } = await db.query<Ta2Step>(
    `select version, kind, line, value, reason, title, telephone, answers, by_email, by_first_name, by_last_name, at
       from ta2_step where year = $1 order by version`,
    [year],
  );
  return rows;
}

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
