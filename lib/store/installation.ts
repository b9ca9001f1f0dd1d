import type { ClientBase, Pool } from 'pg';

/** Settings that administrators change on a page, with their defaults: nothing is open that nobody allowed. */
const defaults = {
  /** Files of runs may be sent by a link to people without an account. */
  sending: false,
};

export type InstallationSetting = keyof typeof defaults;

/** A setting as of now; read at each use, so that a change applies immediately. */
export async function readSetting(pool: Pool, name: InstallationSetting): Promise<boolean> {
  const { rows } = await pool.query<{ value: unknown }>({
    name: 'setting-read',
    text: 'select value from installation_setting where name = $1',
    values: [name],
  });
  const value = rows[0]?.value;
  return typeof value === 'boolean' ? value : defaults[name];
}

/** Part of a transaction with the audit entry. Returns what it was before. */
export async function changeSetting(
  client: ClientBase,
  name: InstallationSetting,
  value: boolean,
  by: string,
): Promise<boolean> {
  const { rows } = await client.query<{ value: unknown }>(
    'select value from installation_setting where name = $1 for update',
    [name],
  );
  await client.query(
    `insert into installation_setting (name, value, changed_by) values ($1, to_jsonb($2::boolean), $3)
     on conflict (name) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = now()`,
    [name, value, by],
  );
  const before = rows[0]?.value;
  return typeof before === 'boolean' ? before : defaults[name];
}
