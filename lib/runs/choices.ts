import type { Pool } from 'pg';

type Choice = Record<string, string>;

/** Remembers what a person chose last on the self-service page. */
export async function keepChoice(pool: Pool, person: string, choice: Choice): Promise<void> {
  await pool.query(
    `insert into get_choice (person, choice) values ($1, $2)
     on conflict (person) do update set choice = excluded.choice`,
    [person, JSON.stringify(choice)],
  );
}

/** What a person chose last on the self-service page; empty for the first time. */
export async function lastChoice(pool: Pool, person: string): Promise<Choice> {
  const { rows } = await pool.query<{ choice: Choice }>('select choice from get_choice where person = $1', [
    person,
  ]);
  return rows[0]?.choice ?? {};
}
