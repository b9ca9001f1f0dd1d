import type { ClientBase } from 'pg';

/** Runs a statement with those of the parameters that it names; a server refuses the others. */
export async function runNamed(
  client: ClientBase,
  sql: string,
  parameters: readonly unknown[],
): Promise<void> {
  const used = [...new Set([...sql.matchAll(/\$(\d)/g)].map(([, number]) => Number(number)))].sort();
  const text = sql.replace(/\$(\d)/g, (_, number) => `$${used.indexOf(Number(number)) + 1}`);
  await client.query(
    text,
    used.map((number) => parameters[number - 1]),
  );
}
