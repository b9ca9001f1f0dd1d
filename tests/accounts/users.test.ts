import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, withTransaction } from '#lib/postgres/pool';
import { openTestServer } from '#lib/postgres/server-for-tests';
import { addUser } from '#lib/session/accounts/accounts';
import { acceptInvitation } from '#lib/session/accounts/invitations';
import { finishEnrolment, secondFactorsOf, secretToEnrol } from '#lib/session/second-factor/second-factor';
import { codeAt, stepAt } from '#lib/session/second-factor/totp';
import { listSessions } from '#lib/session/session-list';
import { startSession } from '#lib/session/sessions';
import { signIn } from '#lib/session/sign-in';
import { sampled } from '#tests/lane';
import { startStandIn } from '../fakes/registry.ts';

const run = promisify(execFile);

/** What an operator does when no administrator can sign in. */
const [first, second, third] = [
  'a lantern in the fog',
  'two lanterns in the fog',
  'three lanterns in the fog',
];
const dataDir = mkdtempSync(join(tmpdir(), 'users-'));
let pool: Pool;
let url: string;
let release: () => Promise<void>;
let made = 0;

beforeAll(async () => {
  process.env.NEXTAUTH_SECRET = 'a secret only the users tests know';
  process.env.DATA_DIR = dataDir;
  const server = await openTestServer(dataDir);
  await server.ensureDatabase('dashboard');
  url = server.urlFor('dashboard');
  release = server.release;
  pool = openPool(url, { max: 4, applicationName: 'users tests' });
  const email = 'first@harborline.example';
  const added = users(
    ['add', email, '--name', 'L O', '--role', 'ta-admin', '--password-stdin'],
    `${first}\n`,
  );
  expect(added.out).toContain('can sign in as ta-admin');
  const { rows } = await pool.query<{ id: string }>('select id from person where email = $1', [email]);
  await expectTrail(rows[0]?.id ?? '', ['add']);
});
afterAll(async () => {
  await pool.end();
  await release();
  rmSync(dataDir, { recursive: true, force: true });
});

function users(args: string[], input = '') {
  const done = spawnSync(process.execPath, ['--conditions=react-server', 'scripts/users.ts', ...args], {
    env: { ...process.env, DATABASE_URL: url },
    input,
    encoding: 'utf8',
  });
  return { status: done.status, out: done.stdout, error: done.stderr };
}

/** An account of its own for each test, with the first password. */
async function person() {
  made += 1;
  const email = `locked.out.${made}@harborline.example`;
  const input = { email, name: 'L O', role: 'ta-admin', issuers: [], password: first } as const;
  return { email, id: await withTransaction(pool, (client) => addUser(client, input)) };
}

/** The audit trail has the commands run on an account, and no password. */
async function expectTrail(id: string, commands: string[]) {
  const { rows } = await pool.query<{ action: string; text: string }>(
    `select action, audit::text as text from audit where object = $1 and detail ->> 'by' = 'command line' order by seq`,
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(commands.map((name) => `account-${name}`));
  expect(rows.map(({ text }) => text).join()).not.toContain('lantern');
}

test('an issuer that is unknown or cannot be checked is granted with a notice', async () => {
  const { email, id } = await person();
  const registry = await startStandIn({
    handle: () => ({ body: '[{"customerIssuerId":1001},{"customerIssuerId":"1002"}]' }),
  });
  const grant = async (base: string) => {
    const args = ['set-role', email, '--role', 'issuer-viewer', '--issuer', '1001', '--issuer', '1002'];
    const done = await run(
      process.execPath,
      ['--conditions=react-server', 'scripts/users.ts', ...args, '--issuer', '1020'],
      {
        env: {
          ...process.env,
          DATABASE_URL: url,
          REGISTRY_BASE_URL: base,
          REGISTRY_CLIENT_ID: 'desk',
          REGISTRY_CLIENT_SECRET: 'desk-secret',
        },
      },
    );
    expect(done.stdout).toContain('is now issuer-viewer');
    return done.stderr;
  };
  const text = await grant(registry.base);
  expect(text).toContain('no issuer 1020');
  expect(text).not.toMatch(/no issuer 100|desk-secret/);
  await registry.stop();
  expect(await grant(registry.base)).toContain('check that it has 1001, 1002, 1020');
  const { rows } = await pool.query('select issuer::int from person_issuer where person = $1 order by 1', [
    id,
  ]);
  expect(rows.map(({ issuer }) => issuer)).toEqual([1001, 1002, 1020]);
});

const nobody = { address: null, userAgent: null };
const outcome = async (email: string, password: string) => {
  const visitor = { ...nobody, deviceToken: null, sessionToken: null, allowDemo: false };
  return (await signIn(pool, { ...visitor, email, password })).outcome;
};

test('lost phone: the second factor is removed and every session ends', async () => {
  const { email, id } = await person();
  const secret = (await secretToEnrol(pool, id)) ?? '';
  await finishEnrolment(pool, id, codeAt(secret, stepAt(Date.now())));
  await startSession(pool, id, nobody);
  expect((await secondFactorsOf(pool, id)).enrolled).toBe(true);
  for (const reason of [[], ['--reason', ' a '], ['--reason', 'x'.repeat(201)]])
    expect(users(['reset-second-factor', email, ...reason])).toMatchObject({
      status: 1,
      error: expect.stringContaining('3 to 200 characters'),
    });
  expect((await secondFactorsOf(pool, id)).enrolled).toBe(true);
  const text = users(['reset-second-factor', email, '--reason', 'lost the  phone']);
  expect(text.out).toContain('has no second factor any more');
  const { rows } = await pool.query<{ detail: object }>(
    `select detail from audit where action = 'account-reset-second-factor' and object = $1`,
    [id],
  );
  expect(rows).toEqual([{ detail: { by: 'command line', reason: 'lost the phone' } }]);
  expect([(await secondFactorsOf(pool, id)).enrolled, await listSessions(pool, id)]).toEqual([false, []]);
});

test('lost password: a new one from standard input, or a one-time link', async () => {
  const { email, id } = await person();
  for (let guess = 0; guess < 6; guess += 1) await outcome(email, 'wrong');
  expect(await outcome(email, first)).toBe('throttled');
  expect(users(['reset-password', email, '--password-stdin'], second).status).toBe(0);
  expect([await outcome(email, first), await outcome(email, second)]).toEqual(['refused', 'signed-in']);
  const token = /\/sign-in\/invited\/([\w-]{43})/.exec(users(['link', email]).out)?.[1] ?? '';
  expect(await acceptInvitation(pool, token, third, false)).toMatchObject({ email });
  expect(await acceptInvitation(pool, token, third, false)).toBeNull();
  expect(await outcome(email, third)).toBe('signed-in');
  await expectTrail(id, ['reset-password', 'link']);
});

test('disable, enable, end sessions, list', async () => {
  const { email, id } = await person();
  await startSession(pool, id, nobody);
  expect(await listSessions(pool, id)).not.toEqual([]);
  expect(users(['end-sessions', email]).out).toMatch(/^\d+ sessions? of/);
  expect(await listSessions(pool, id)).toEqual([]);
  users(['disable', email]);
  expect([await outcome(email, first), users(['list']).out]).toEqual([
    'refused',
    expect.stringMatching(new RegExp(`${email}.*disabled`)),
  ]);
  users(['enable', email]);
  expect(await outcome(email, first)).toBe('signed-in');
  await expectTrail(id, ['end-sessions', 'disable', 'enable']);
});

test.each(
  sampled<[about: string, args: (email: string) => string[], input: string, says: string]>(
    [
      [
        'a common password',
        (email) => ['reset-password', email, '--password-stdin'],
        'baseball1',
        'too common',
      ],
      ['no password', (email) => ['reset-password', email], '', '--password-stdin'],
      [
        'nobody of that address',
        () => ['reset-totp', 'x@y.example', '--reason', 'test'],
        '',
        'has no account',
      ],
      ['a word too many', (email) => ['disable', email, 'x'], '', 'one e-mail address'],
      ['an unknown flag', (email) => ['disable', email, '--force'], '', 'not known here'],
    ],
    5,
  ),
)('%s is rejected with a message', { tags: ['scaled'] }, async (_about, args, input, says) => {
  const { email, id } = await person();
  const { status, error } = users(args(email), input);
  expect([status, error]).toEqual([1, expect.stringContaining(says)]);
  await expectTrail(id, []);
});
