import type { Db } from '../db/session.ts';

/** The transfer agent as named in report headings and on Form TA-2. */
export async function agentFacts(
  db: Db,
): Promise<{ name: string; fileNumber: string; isFictional: boolean }> {
  const { rows } = await db.query<{ name: string; file_number: string; is_fictional: boolean }>(
    'select name, file_number, is_fictional from agent order by id limit 1',
  );
  const row = rows[0];
  return {
    name: row?.name ?? '',
    fileNumber: row?.file_number ?? '',
    isFictional: row?.is_fictional ?? false,
  };
}
