import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { authSecrets } from '../env.ts';
import { withTransaction } from '../postgres/pool.ts';
import { openSealing, type Sealing } from '../store/seal.ts';
import { isKnownDevice } from './devices.ts';
import { clearGuess, type ThrottleKey, takeGuess } from './throttle.ts';
import { base32, newSecret, stepOf } from './totp.ts';

const codesCount = 10;
/** An unfinished set-up starts over with another secret, and codes are shown again, for this long. */
const setUpMinutes = 30;

const sealing = (secrets = authSecrets()) => openSealing(secrets, 'sharebook second factor');
const aboutCodes = (person: string) => `codes ${person}`;
const digestOfCode = (code: string) => createHash('sha256').update(code).digest();

type Row = { secret: Buffer; last_step: bigint; confirmed: boolean; fresh_codes: Buffer | null };

async function readRow(db: Pool | ClientBase, person: string): Promise<Row | null> {
  const { rows } = await db.query<Row>(
    `select secret, last_step, confirmed_at is not null as confirmed, fresh_codes
     from second_factor where person = $1`,
    [person],
  );
  return rows[0] ?? null;
}

/**
 * The secret of a set-up that is under way, in base32, begun if there is none; null when the second factor is set up
 * already. Looking twice shows the same, so that a page drawn again does not void what was scanned.
 */
export async function secretToEnrol(pool: Pool, person: string): Promise<string | null> {
  await pool.query(
    `insert into second_factor as f (person, secret) values ($1, $2)
     on conflict (person) do update set secret = excluded.secret, made_at = now()
       where f.confirmed_at is null and f.made_at < now() - $3 * interval '1 minute'`,
    [person, sealing().close(newSecret(), person), setUpMinutes],
  );
  const row = await readRow(pool, person);
  if (!row || row.confirmed) return null;
  const secret = sealing().open(row.secret, person);
  if (secret !== null) return secret;
  // Closed under a secret that has been changed since: nobody can read it any more.
  await pool.query('delete from second_factor where person = $1 and confirmed_at is null', [person]);
  return secretToEnrol(pool, person);
}

/**
 * Ends a set-up: the code shows that the app has the secret. Makes recovery codes, to be shown until their owner says
 * that they are kept. False when the code is wrong or there is nothing to set up.
 */
export function finishEnrolment(pool: Pool, person: string, code: string): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const row = await readRow(client, person);
    const secret = row && !row.confirmed ? sealing().open(row.secret, person) : null;
    const step = secret === null ? null : stepOf(secret, code.replaceAll(' ', ''), 0);
    if (step === null) return false;
    const { rowCount } = await client.query(
      'update second_factor set confirmed_at = now(), last_step = $2 where person = $1 and confirmed_at is null',
      [person, step],
    );
    if (rowCount !== 1) return false;
    await makeCodes(client, person);
    return true;
  });
}

/** New recovery codes in place of the old ones; readable until `keepCodes`. */
export async function makeCodes(client: ClientBase, person: string): Promise<void> {
  const codes = Array.from({ length: codesCount }, () => base32(randomBytes(15)));
  await client.query('delete from recovery_code where person = $1', [person]);
  await client.query('insert into recovery_code (person, code_hash) select $1, unnest($2::bytea[])', [
    person,
    codes.map(digestOfCode),
  ]);
  await client.query('update second_factor set fresh_codes = $2, made_at = now() where person = $1', [
    person,
    sealing().close(codes.join(' '), aboutCodes(person)),
  ]);
}

/** The recovery codes not yet said to be kept, in groups of four, or null. */
export async function codesToKeep(pool: Pool, person: string): Promise<string[] | null> {
  await pool.query(
    `update second_factor set fresh_codes = null where person = $1 and fresh_codes is not null
       and made_at < now() - $2 * interval '1 minute'`,
    [person, setUpMinutes],
  );
  const row = await readRow(pool, person);
  const text = row?.fresh_codes ? sealing().open(row.fresh_codes, aboutCodes(person)) : null;
  return text?.split(' ').map((code) => code.replace(/(.{4})(?=.)/g, '$1-')) ?? null;
}

/** The owner has the codes: nobody can read them any more. */
export async function keepCodes(pool: Pool, person: string): Promise<void> {
  await pool.query('update second_factor set fresh_codes = null where person = $1', [person]);
}

/** How a second factor stands, for its owner's page and for administrators. */
export async function secondFactorOf(
  pool: Pool,
  person: string,
): Promise<{ enrolled: boolean; since: string | null; codesLeft: number }> {
  const { rows } = await pool.query<{ since: string; left: bigint }>(
    `select confirmed_at as since,
       (select count(*) from recovery_code c where c.person = f.person and c.used_at is null) as left
     from second_factor f where person = $1 and confirmed_at is not null`,
    [person],
  );
  const row = rows[0];
  return { enrolled: row !== undefined, since: row?.since ?? null, codesLeft: Number(row?.left ?? 0) };
}

/** Takes the second factor and its recovery codes away. */
export async function removeSecondFactor(client: ClientBase, person: string): Promise<boolean> {
  await client.query('delete from recovery_code where person = $1', [person]);
  const { rowCount } = await client.query('delete from second_factor where person = $1', [person]);
  return rowCount === 1;
}

export type CodeCheck =
  | { outcome: 'right'; by: 'code' | 'recovery' }
  | { outcome: 'wrong' }
  | { outcome: 'throttled'; retryAfterSeconds: number };

/** A count of its own for codes: the password was right, and six digits are few. */
export async function codeKeys(
  pool: Pool,
  person: string,
  deviceToken: string | null,
): Promise<ThrottleKey[]> {
  const known = await isKnownDevice(pool, person, deviceToken);
  return [known ? { kind: 'device', value: `code ${person} ${deviceToken}` } : codeKey(person)];
}

export const codeKey = (person: string): ThrottleKey => ({ kind: 'account', value: `code ${person}` });

/** Checks a code of the app, or a recovery code; either is taken once and never again, however many ask at once. */
export async function checkCode(
  pool: Pool,
  person: string,
  given: string,
  deviceToken: string | null,
): Promise<CodeCheck> {
  const keys = await codeKeys(pool, person, deviceToken);
  const guess = await takeGuess(pool, keys);
  if (!guess.allowed) return { outcome: 'throttled', retryAfterSeconds: guess.retryAfterSeconds };
  const text = given.slice(0, 64).replace(/[\s-]/g, '').toUpperCase();
  const by = /^\d{6}$/.test(text)
    ? (await takeStep(pool, person, text)) && 'code'
    : (await takeRecovery(pool, person, text)) && 'recovery';
  if (!by) return { outcome: 'wrong' };
  await clearGuess(pool, keys);
  return { outcome: 'right', by };
}

async function takeStep(pool: Pool, person: string, code: string): Promise<boolean> {
  const row = await readRow(pool, person);
  const secret = row?.confirmed ? sealing().open(row.secret, person) : null;
  const step = row && secret !== null ? stepOf(secret, code, Number(row.last_step)) : null;
  if (step === null) return false;
  const { rowCount } = await pool.query(
    'update second_factor set last_step = $2 where person = $1 and last_step < $2',
    [person, step],
  );
  if (rowCount === 1 && row) await resealOne(pool, person, row, sealing());
  return rowCount === 1;
}

/** What a second factor keeps, closed under the present secret where it lay under a former one (assurance S-24). */
async function resealOne(
  pool: Pool,
  person: string,
  { secret, fresh_codes: codes }: Pick<Row, 'secret' | 'fresh_codes'>,
  { again }: Sealing,
): Promise<void> {
  const fresh = again(secret, person);
  if (fresh)
    await pool.query('update second_factor set secret = $2 where person = $1 and secret = $3', [
      person,
      fresh,
      secret,
    ]);
  const freshCodes = codes && again(codes, aboutCodes(person));
  if (freshCodes)
    await pool.query('update second_factor set fresh_codes = $2 where person = $1 and fresh_codes = $3', [
      person,
      freshCodes,
      codes,
    ]);
}

/** Closes every second factor under the first of `secrets`: after it the others are not needed for them any more. */
export async function resealSecondFactors(pool: Pool, secrets = authSecrets()): Promise<void> {
  if (secrets.length === 1) return;
  const { rows } = await pool.query<Row & { person: string }>(
    'select person, secret, fresh_codes from second_factor',
  );
  const seal = sealing(secrets);
  for (const row of rows) await resealOne(pool, row.person, row, seal);
}

async function takeRecovery(pool: Pool, person: string, code: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update recovery_code set used_at = now() where person = $1 and code_hash = $2 and used_at is null',
    [person, digestOfCode(code)],
  );
  return rowCount === 1;
}
