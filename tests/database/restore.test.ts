import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Embedded, startEmbedded } from '#lib/postgres/embedded/start';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { restoredTables as storeTables } from '#lib/session/accounts/after-restore';
import { acceptInvitation, makeInvitation } from '#lib/session/accounts/invitations';
import { prepareStore } from '#lib/session/prepare-store';
import { isKnownDevice, rememberDevice } from '#lib/session/second-factor/devices';
import { codesToKeep } from '#lib/session/second-factor/recovery-codes';
import { checkCode, finishEnrolment, secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { readSession, startSession } from '#lib/session/sessions';
import { restoredTables as registryTables } from '#registry/access/after-restore';
import { addClient, callerOf, storedClient } from '#registry/access/clients';
import { secretCheck } from '#registry/access/secrets';
import { openDatabase } from '#registry/db/open';

/** Codes are entered from an unknown browser. */
const from = { deviceToken: null, address: null };

const secret = 'a secret only the restore test knows';
const password = 'nine quiet harbors 41';
const places = mkdtempSync(join(tmpdir(), 'sharebook-restore-'));
const [source, target, strange] = ['source', 'target', 'strange'].map((name) => join(places, name)) as [
  string,
  string,
  string,
];
const backup = join(places, 'backup');
process.env.DATA_DIR = source;
process.env.NEXTAUTH_SECRET = secret;

/** A store that runs below a data folder. */
type Place = { server: Embedded; pool: Pool; close(): Promise<void> };

async function openPlace(dataDir: string): Promise<Place> {
  const server = await startEmbedded({ dataDir });
  const urls = await server.ensureDatabase('dashboard', 'audit_keeper');
  await prepareStore(urls, { demo: false });
  const pool = openPool(urls.url, { max: 3, applicationName: 'restore test' });
  const close = async () => {
    await pool.end();
    await server.release();
  };
  return { server, pool, close };
}

const openBooks = (dataDir: string) =>
  openDatabase({ databaseUrl: undefined, dataDir }, { connectionsMax: 1, applicationName: 'restore test' });

async function run(dataDir: string, script: string, words: string[], input = '') {
  const program = ['--conditions=react-server', `scripts/${script}.ts`, ...words];
  // Embedded servers, also where the other tests have one that was named.
  const env = { ...process.env, DATA_DIR: dataDir, REGISTRY_DATABASE_URL: '' };
  const child = spawn(process.execPath, program, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

const nobody = { address: null, userAgent: null };
const people = {} as Record<'ann' | 'ben' | 'cal', string>;
const held = {} as { link: string; device: string; session: string; codes: string[]; totp: string };
let place: Place;
let restored: { code: number; text: string };
let without: { code: number; text: string };

beforeAll(async () => {
  place = await openPlace(source);
  const { pool } = place;
  for (const name of ['ann', 'ben', 'cal'] as const) {
    const user = {
      email: `${name}@harborline.example`,
      name,
      role: 'ta-operator',
      issuers: [],
      password: name === 'ben' ? null : password,
    } as const;
    people[name] = await withTransaction(pool, (client) => addUser(client, user));
  }
  // What can be used up: Ann's session, browser and codes, and the link with which Ben chooses his password.
  held.session = await startSession(pool, people.ann, nobody);
  held.device = await rememberDevice(pool, people.ann, null);
  held.totp = (await secretToEnrol(pool, people.ann)) ?? '';
  expect(await finishEnrolment(pool, people.ann, codeAt(held.totp, stepAt(Date.now()) - 1))).toBe(true);
  held.codes = (await codesToKeep(pool, people.ann)) ?? [];
  held.link = (await withTransaction(pool, (client) => makeInvitation(client, people.ben, people.ann))).token;
  const books = await openBooks(source);
  for (const id of ['closed', 'turned', 'kept'])
    await withTransaction(books.pool, (db) =>
      addClient(db, { id, secret: `secret of ${id} one`, scope: 'read', issuers: 'all' }, new Date()),
    );
  await books.release();

  expect(await run(source, 'backup', ['backup', backup])).toMatchObject({ code: 0 });

  // Afterwards everything is used up, two users are disabled and a secret is replaced.
  expect(await acceptInvitation(pool, held.link, password, false)).not.toBeNull();
  expect(await checkCode(pool, people.ann, held.codes[0] ?? '', from)).toMatchObject({ by: 'recovery' });
  expect(await run(source, 'users', ['disable', 'cal@harborline.example'])).toMatchObject({ code: 0 });
  expect(await run(source, 'registry/clients', ['disable', 'closed'])).toMatchObject({ code: 0 });
  const rotate = ['rotate', 'turned', '--secret-stdin'];
  expect(await run(source, 'registry/clients', rotate, 'secret of turned two\n')).toMatchObject({ code: 0 });
  await place.close();

  const journal = join(source, 'disabled-accounts.jsonl');
  restored = await run(target, 'backup', ['restore', backup, '--disabled', journal]);
  without = await run(strange, 'backup', ['restore', backup]);
  place = await openPlace(target);
}, 180_000);

afterAll(async () => {
  await place?.close();
  rmSync(places, { recursive: true, force: true });
}, 60_000);

describe('revoked before the restore stays revoked', () => {
  test('a used password link stays used', async () => {
    expect(await acceptInvitation(place.pool, held.link, 'another good passphrase 7', false)).toBeNull();
    const { rows } = await place.pool.query('select password_hash from person where id = $1', [people.ben]);
    expect(rows).toEqual([{ password_hash: null }]);
  });

  test('a session has ended and a remembered browser is unknown', async () => {
    expect(await readSession(place.pool, held.session, false)).toBeNull();
    expect(await isKnownDevice(place.pool, people.ann, held.device)).toBe(false);
  });

  test('no recovery code works, used or not', async () => {
    for (const code of held.codes.slice(0, 3))
      expect(await checkCode(place.pool, people.ann, code, from)).toEqual({ outcome: 'wrong' });
  });

  test('app codes that may have been used before are rejected, later ones accepted', async () => {
    const { rows } = await place.pool.query<{ step: bigint }>('select last_step as step from second_factor');
    const last = Number(rows[0]?.step);
    expect(last).toBeGreaterThanOrEqual(stepAt(Date.now()) - 10);
    const now = stepAt(Date.now());
    // The earlier attempts count toward the limit as well.
    await place.pool.query('delete from sign_in_throttle');
    for (const step of [now - 1, now, now + 1].filter((one) => one <= last))
      expect(await checkCode(place.pool, people.ann, codeAt(held.totp, step), from)).toEqual({
        outcome: 'wrong',
      });
    await place.pool.query('update second_factor set last_step = $1', [now - 2]);
    await place.pool.query('delete from sign_in_throttle');
    expect(await checkCode(place.pool, people.ann, codeAt(held.totp, now), from)).toMatchObject({
      by: 'code',
    });
  });

  test('disabled accounts stay disabled, and are listed by address', async () => {
    expect(restored.code).toBe(0);
    const { rows } = await place.pool.query('select email from person where disabled_at is not null');
    expect(rows).toEqual([{ email: 'cal@harborline.example' }]);
    expect(restored.text).toMatch(
      /disabled after the backup, and disabled again now:\n {2}cal@harborline\.example {2}since 20/,
    );
    expect(restored.text).toMatch(/a new link is needed:\n {2}ben@harborline\.example/);
    expect(restored.text).toMatch(/Need new recovery codes.*\n {2}ann@harborline\.example/);
    expect(restored.text).not.toContain('not known');
  });

  test('a disabled client stays disabled, and a replaced secret is invalid', async () => {
    const books = await openBooks(target);
    try {
      const check = secretCheck();
      const works = async (id: string, given: string) =>
        check.verify(
          id,
          (await storedClient(books.pool, { clientId: id, source: '', demoClients: true }))?.secretHash,
          given,
        );
      expect(await works('kept', 'secret of kept one')).toBe(true);
      expect(await works('closed', 'secret of closed one')).toBe(false);
      expect(await works('turned', 'secret of turned one')).toBe(false);
      expect(await works('turned', 'secret of turned two')).toBe(false);
      expect(await callerOf(books.pool, 'any', new Date(), true)).toBeUndefined();
    } finally {
      await books.release();
    }
    expect(restored.text).toMatch(/API clients disabled after the backup.*\n {2}closed {2}since/);
    expect(restored.text).toMatch(/secret was replaced.*\n {2}turned {2}since/);
  });

  test('the journal of the new folder contains them too', () => {
    const text = readFileSync(join(target, 'disabled-accounts.jsonl'), 'utf8');
    expect(text).toContain('cal@harborline.example');
    expect(text).toContain('"closed"');
  });
});

test('without a journal the restore reports that it cannot know, and lists enabled accounts', () => {
  expect(without.code).toBe(0);
  expect(without.text).toContain(
    'There is no journal of disabled accounts, so it is not known which accounts',
  );
  expect(without.text).toMatch(/ {2}ann@harborline\.example {2}ta-operator\n {2}cal@harborline\.example/);
  expect(without.text).toMatch(/ {2}closed {2}read, all issuers\n {2}kept/);
});

test('a journal that begins after the backup, or is unreadable, is not accepted', {
  tags: ['long'],
}, async () => {
  const late = join(places, 'late');
  const begun = { at: new Date(Date.now() + 60_000).toISOString(), kind: 'journal', change: 'begun' };
  writeFileSync(late, `${JSON.stringify(begun)}\n`);
  const again = (name: string, ...words: string[]) =>
    run(join(places, name), 'backup', ['restore', backup, '--only', 'dashboard', ...words]);
  expect((await again('one', '--disabled', late)).text).toMatch(
    /journal of disabled accounts begins at .*, after/,
  );
  const broken = join(places, 'broken');
  writeFileSync(broken, `${readFileSync(join(source, 'disabled-accounts.jsonl'), 'utf8')}{"at":"2026\n`);
  const response = await again('two', '--disabled', broken);
  expect(response.text).toContain('1 lines of the journal of disabled accounts cannot be read');
  expect(response.text).toContain('  cal@harborline.example  since');
  expect(await again('three', '--disabled', join(places, 'none'))).toMatchObject({ code: 1 });
});

test('files are readable by their owner only', () => {
  const modeOf = (path: string) => statSync(path).mode & 0o777;
  expect(modeOf(backup)).toBe(0o700);
  for (const name of ['dashboard', 'registry']) expect(modeOf(join(backup, `${name}.backup.gz`))).toBe(0o600);
  expect(modeOf(join(source, 'disabled-accounts.jsonl'))).toBe(0o600);
  expect([modeOf(source), modeOf(target)]).toEqual([0o700, 0o700]);
});

test('disabling works although the journal cannot be written', async () => {
  const nowhere = join(places, 'a file in its place');
  writeFileSync(nowhere, '');
  const { url } = await place.server.ensureDatabase('dashboard', 'audit_keeper');
  process.env.DATABASE_URL = url;
  try {
    const { code, text } = await run(nowhere, 'users', ['disable', 'ann@harborline.example']);
    expect(code).toBe(0);
    expect(text).toContain('"event":"disabled-journal-failed"');
  } finally {
    delete process.env.DATABASE_URL;
  }
  const { rows } = await place.pool.query('select 1 from person where id = $1 and disabled_at is not null', [
    people.ann,
  ]);
  expect(rows).toHaveLength(1);
  await place.pool.query('update person set disabled_at = null where id = $1', [people.ann]);
  expect(existsSync(join(nowhere, 'x'))).toBe(false);
});

test('every table is listed as restored or not restored', async () => {
  const names = `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname <> 'schema_migration' order by 1`;
  const tables = async (pool: Pool) =>
    (await pool.query<{ name: string }>(names)).rows.map(({ name }) => name);
  const books = await openBooks(target);
  expect(Object.keys(storeTables).sort()).toEqual(await tables(place.pool));
  expect(Object.keys(registryTables).sort()).toEqual(await tables(books.pool));
  await books.release();
});
