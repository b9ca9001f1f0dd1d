import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { authSecrets } from '#lib/env';
import { createEncryption } from '#lib/store/encryption';
import { base32 } from './totp.ts';

const codesCount = 10;
/** Codes are shown again for this long. */
const shownMinutes = 30;

/** The same key as for authenticator secrets; `about` distinguishes the two. */
const encryptionUnder = (secrets = authSecrets()) => createEncryption(secrets, 'sharebook second factor');
const about = (user: string) => `codes ${user}`;
const digestOfCode = (code: string) => createHash('sha256').update(code).digest();

/** New recovery codes, replacing the old ones; readable until `keepCodes`. */
export async function makeCodes(client: ClientBase, user: string): Promise<void> {
  const codes = Array.from({ length: codesCount }, () => base32(randomBytes(15)));
  await client.query('delete from recovery_code where person = $1', [user]);
  await client.query('insert into recovery_code (person, code_hash) select $1, unnest($2::bytea[])', [
    user,
    codes.map(digestOfCode),
  ]);
  await client.query(
    `insert into fresh_codes (person, codes) values ($1, $2)
     on conflict (person) do update set codes = excluded.codes, made_at = now()`,
    [user, encryptionUnder().close(codes.join(' '), about(user))],
  );
}

/**
 * Creates recovery codes with a user's first second factor; existing ones stay. Returns whether new ones were
 * created.
 */
export async function ensureCodes(client: ClientBase, user: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from recovery_code where person = $1 limit 1', [user]);
  if (rowCount !== 0) return false;
  await makeCodes(client, user);
  return true;
}

/** The recovery codes that the user has not confirmed as saved, in groups of four, or null. */
export async function codesToKeep(pool: Pool, user: string): Promise<string[] | null> {
  await pool.query(
    `delete from fresh_codes where person = $1 and made_at < now() - $2 * interval '1 minute'`,
    [user, shownMinutes],
  );
  const { rows } = await pool.query<{ codes: Buffer }>('select codes from fresh_codes where person = $1', [
    user,
  ]);
  const text = rows[0] ? encryptionUnder().open(rows[0].codes, about(user)) : null;
  return text?.split(' ').map((code) => code.replace(/(.{4})(?=.)/g, '$1-')) ?? null;
}

/** The owner has saved the codes; they can no longer be read. */
export async function keepCodes(pool: Pool, user: string): Promise<void> {
  await pool.query('delete from fresh_codes where person = $1', [user]);
}

/** Uses a recovery code: true once, whatever the concurrency. `code` in capitals, without groups. */
export async function takeRecovery(pool: Pool, user: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update recovery_code set used_at = now() where person = $1 and code_hash = $2 and used_at is null',
    [user, digestOfCode(code)],
  );
  return rowCount === 1;
}

/** Removes the codes of a user without a second factor. */
export async function dropUselessCodes(client: ClientBase, user: string): Promise<void> {
  for (const table of ['recovery_code', 'fresh_codes'])
    await client.query(
      `delete from ${table} where person = $1
         and not exists (select 1 from passkey where person = $1)
         and not exists (select 1 from second_factor where person = $1 and confirmed_at is not null)`,
      [user],
    );
}

/** Re-encrypts the codes that are still readable under the first of `secrets`. */
export async function reencryptCodes(pool: Pool, secrets = authSecrets()): Promise<void> {
  const { rows } = await pool.query<{ person: string; codes: Buffer }>(
    'select person, codes from fresh_codes',
  );
  for (const { person: user, codes } of rows) {
    const fresh = encryptionUnder(secrets).again(codes, about(user));
    if (fresh)
      await pool.query('update fresh_codes set codes = $2 where person = $1 and codes = $3', [
        user,
        fresh,
        codes,
      ]);
  }
}
