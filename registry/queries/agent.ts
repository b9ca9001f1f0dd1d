import type { Db } from '../db/session.ts';

/** The transfer agent as report headings name it. */
export async function agentFacts(db: Db): Promise<{ name: string; isFictional: boolean }> {
  const { rows } = await db.query<{ name: string; is_fictional: boolean }>(
    'select name, is_fictional from agent order by id limit 1',
  );
  return { name: rows[0]?.name ?? '', isFictional: rows[0]?.is_fictional ?? false };
}
