import type { Pool } from 'pg';

type Choice = Record<string, string>;

/** Saves a user's last choice on the self-service page. */
export async function keepChoice(pool: Pool, user: string, choice: Choice): Promise<void> {
  await pool.query(
    `insert into get_choice (person, choice) values ($1, $2)
     on conflict (person) do update set choice = excluded.choice`,
    [user, JSON.stringify(choice)],
  );
}

/** A user's last choice on the self-service page; empty the first time. */
export async function lastChoice(pool: Pool, user: string): Promise<Choice> {
  const { rows } = await pool.query<{ choice: Choice }>('select choice from get_choice where person = $1', [
    user,
  ]);
  return rows[0]?.choice ?? {};
}
