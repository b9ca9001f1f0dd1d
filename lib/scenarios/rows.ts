// Database rows of saved scenarios.

import 'server-only';
import type { Pool } from 'pg';
import type { Step } from '#lib/register/scenarios/steps';
import { scenariosMax } from './schema.ts';

/** A saved scenario. `asOf` null: on the current register. Times are instants. */
export type SavedScenario = {
  id: string;
  issuer: number;
  name: string;
  asOf: string | null;
  steps: Step[];
  version: number;
  madeBy: string;
  changedBy: string;
  changedAt: string;
};

type Row = Omit<SavedScenario, 'issuer' | 'changedAt'> & {
  issuer: string | bigint | number;
  changedAt: Date;
};

const select = `select s.id, s.issuer, s.name, to_char(s.as_of, 'YYYY-MM-DD') as "asOf", s.steps, s.version,
    made.name as "madeBy", changed.name as "changedBy", s.changed_at as "changedAt"
  from scenario s join person made on made.id = s.made_by join person changed on changed.id = s.changed_by`;

const shown = (row: Row): SavedScenario => ({
  ...row,
  issuer: Number(row.issuer),
  changedAt: new Date(row.changedAt).toISOString(),
});

/** The scenarios of an issuer, last changed first. */
export async function listScenarios(pool: Pool, issuer: number): Promise<SavedScenario[]> {
  const { rows } = await pool.query<Row>(
    `${select} where s.issuer = $1 order by s.changed_at desc, s.id limit $2`,
    [issuer, scenariosMax],
  );
  return rows.map(shown);
}

export async function findScenario(pool: Pool, issuer: number, id: string): Promise<SavedScenario | null> {
  const { rows } = await pool.query<Row>(`${select} where s.issuer = $1 and s.id = $2`, [issuer, id]);
  return rows.map(shown)[0] ?? null;
}

type Save = Pick<SavedScenario, 'id' | 'issuer' | 'name' | 'asOf' | 'steps' | 'version'>;

/**
 * Saves over the version that was read, or makes the scenario at version 0. `changed`: it has another version, or is
 * gone. `full`: the issuer has as many as it may have.
 */
export async function saveScenario(
  pool: Pool,
  user: string,
  { id, issuer, name, asOf, steps, version }: Save,
): Promise<SavedScenario | 'changed' | 'full'> {
  const values = [id, issuer, name, asOf, JSON.stringify(steps), user];
  const { rowCount } =
    version === 0
      ? await pool.query(
          `insert into scenario (id, issuer, name, as_of, steps, version, made_by, changed_by)
           select $1, $2, $3, $4, $5, 1, $6, $6 where (select count(*) from scenario where issuer = $2) < $7
           on conflict (id) do nothing`,
          [...values, scenariosMax],
        )
      : await pool.query(
          `update scenario set name = $3, as_of = $4, steps = $5, version = version + 1, changed_by = $6, changed_at = now()
           where id = $1 and issuer = $2 and version = $7`,
          [...values, version],
        );
  const now = await findScenario(pool, issuer, id);
  if (rowCount === 1 && now) return now;
  if (!now && version === 0) {
    const { rows } = await pool.query('select 1 from scenario where id = $1', [id]);
    return rows.length > 0 ? 'changed' : 'full';
  }
  // The same save again: the answer to the first one was lost.
  const { rows } = await pool.query(
    `select 1 from scenario where id = $1 and issuer = $2 and name = $3 and as_of is not distinct from $4::date
       and steps = $5::jsonb and changed_by = $6 and version = $7`,
    [...values, version + 1],
  );
  return rows.length > 0 && now ? now : 'changed';
}

/** Deletes the version that was read; false where it has another one. What is gone counts as deleted. */
export async function deleteScenario(
  pool: Pool,
  issuer: number,
  id: string,
  version: number,
): Promise<boolean> {
  await pool.query('delete from scenario where id = $1 and issuer = $2 and version = $3', [
    id,
    issuer,
    version,
  ]);
  return (await findScenario(pool, issuer, id)) === null;
}
