import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unzip } from '#lib/sheet/archive-for-tests';
import { violations } from '#registry/ledger/invariants/run';
import { registryOfFile } from '../boot.ts';
import { type Remote, startRemote } from '../import/pull/remote.ts';
import { clerk, operator } from './items.ts';
import { type Answer, registersOf } from './registers.ts';

const registry = registryOfFile({ pullSettings: { fromLoopback: true, ratePerSecond: 50 } });
const secret = 'demo-agent-secret';
const credentials = { clientId: 'demo-agent', clientSecret: secret };
const at = () => registersOf(registry());
const rowsOf = async (sql: string) => (await registry().database.pool.query(sql)).rows;
const folder = () => join(registry().dataDir, 'registry', 'registers');
const sentence = ({ status, body }: Answer) => `${status} ${body.message ?? ''}`;

let remote: Remote;
beforeAll(async () => {
  remote = await startRemote(registry());
});
beforeEach(() => {
  remote.asked.length = 0;
  remote.fault = () => undefined;
});
afterAll(() => remote.stop());

const pull = (more: Record<string, unknown> = {}): Promise<Answer> =>
  registry().call('/agent/v1/registers/pull', {
    body: {
      ...{ actor: clerk, base: remote.base.href, credentials, remoteIssuerId: 1007 },
      ...{ newIssuerId: 7007, issuerKind: 'Delaware corporation', ...more },
    },
  });
const take = (step: string, register: Answer['body'], more: Record<string, unknown> = {}): Promise<Answer> =>
  registry().call(`/agent/v1/registers/pull/${step}`, {
    body: { actor: clerk, registerFileId: register.registerFileId, version: register.version, ...more },
  });

/** Waits until the register is as it should be. */
async function until(id: number, isSo: (register: Answer['body']) => boolean): Promise<Answer['body']> {
  for (;;) {
    const { body } = await at().read(id);
    if (isSo(body)) return body;
    await pause(50);
  }
}

describe('a register that is pulled', () => {
  let begun: Answer;
  let register: Answer['body'];
  beforeAll(async () => {
    begun = await pull({ certifiedBy: 'Dana Whitlock', accountPrefix: 'H-' });
    register = await at().settled(begun.body.registerFileId);
  });

  test('is read and checked', () => {
    expect(begun.body).toMatchObject({
      ...{ state: 'Pulling', name: 'register-1007.zip', uploadedBy: clerk.email, work: { kind: 'pull' } },
      pull: { base: remote.base.href, remoteIssuerId: 1007, clientId: 'demo-agent', history: null },
    });
    expect(register).toMatchObject({
      ...{ state: 'Checked', customerIssuerId: 7007, problem: '', sha256: expect.stringMatching(/^\w{64}$/) },
      counts: { stop: 0, error: 0 },
    });
    // What was read of the other registry is gone; the register has what is needed of it.
    expect(existsSync(join(folder(), `${register.registerFileId}.pull`))).toBe(false);
  });

  test('is approved by another user, posted, and taken back like a file', { tags: ['long'] }, async () => {
    const accepted = { acceptedReason: 'As the other registry has it' };
    expect(sentence(await at().step('approve', register, clerk, accepted))).toBe(
      '409 You uploaded this register. Another user has to approve it.',
    );
    const approved = await at().step('approve', register, operator, accepted);
    expect(approved.body.state).toBe('Approved');
    register = await at().done('post', approved.body, operator);
    expect(register).toMatchObject({ state: 'Posted', problem: '' });
    expect(await rowsOf('select name from issuer where customer_id = 7007')).toHaveLength(1);
    expect(await rowsOf('select certified_by from conversion where customer_issuer_id = 7007')).toEqual([
      { certified_by: 'Dana Whitlock' },
    ]);
    expect(
      await rowsOf(`select account_prefix from register_pull where file_id = ${register.registerFileId}`),
    ).toEqual([{ account_prefix: 'H-' }]);
    expect(await Array.fromAsync(violations(registry().database.pool))).toEqual([]);
    register = await at().done('undo', register, operator, { reason: 'End' });
    expect(register.state).toBe('Undone');
    expect(register.history.map((one: { kind: string }) => one.kind)).toEqual([
      ...['PullBegun', 'Pulled', 'CheckBegun', 'Checked', 'Approved', 'PostBegun', 'Posted'],
      ...['UndoBegun', 'Undone'],
    ]);
  });

  test('its secret is in no row, no file, no log and no answer', async () => {
    const { rows: tables } = await registry().database.pool.query<{ name: string }>(
      `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
    );
    expect(tables.length).toBeGreaterThan(30);
    const { rows } = await registry().database.pool.query(
      tables
        .map(({ name }) => `select '${name}' as name from ${name} as t where t::text like '%${secret}%'`)
        .join(' union all '),
    );
    expect(rows).toEqual([]);
    for (const name of readdirSync(folder(), { recursive: true, withFileTypes: true }))
      if (name.isFile())
        expect(readFileSync(join(name.parentPath, name.name)).includes(secret), name.name).toBe(false);
    expect(JSON.stringify(registry().log)).not.toContain(secret);
    expect((await at().read(register.registerFileId)).text).not.toContain(secret);
  });
});

test('the journal is brought in, and kept as it was given, with what is known of it', {
  tags: ['long'],
}, async () => {
  const begun = await pull({ remoteIssuerId: 1003, newIssuerId: 9003 });
  const register = await at().settled(begun.body.registerFileId);
  const { history } = register.pull;
  expect(history).toMatchObject({
    ...{ firstOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), notIssued: 0, canceledNotIssued: 0 },
    ...{ unequalTransfers: 0, differingClasses: [] },
  });
  expect(register.books).toEqual({ from: '2017-04-09', transactions: history.transactions });
  const { origin } = registry();
  const token = await registry().tokenFor('demo-agent');
  const response = await fetch(
    `${origin}/agent/v1/registers/journal?registerFileId=${register.registerFileId}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  expect(response.headers.get('content-disposition')).toContain('journal-1003.zip');
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  expect([...files.keys()].sort()).toEqual(['given-journal-lines.csv', 'given-journal.csv']);
  const countOf = (name: string) => String(files.get(name)).trim().split('\r\n').length - 1;
  expect([countOf('given-journal.csv'), countOf('given-journal-lines.csv')]).toEqual([
    Number(history.transactions),
    Number(history.lines),
  ]);
  await at().step('discard', register, clerk, { reason: 'End' });
  expect(
    (await registry().call(`/agent/v1/registers/journal?registerFileId=${register.registerFileId}`)).status,
  ).toBe(404);
});

test('the journal is left out where that was chosen', { tags: ['long'] }, async () => {
  const begun = await pull({ remoteIssuerId: 1003, newIssuerId: 9004, withoutHistory: true });
  const register = await at().settled(begun.body.registerFileId);
  expect(register).toMatchObject({ state: 'Checked', pull: { withoutHistory: true } });
  expect(register.books).toEqual({ from: register.asOf, transactions: 0 });
  expect(register.rows.map(({ sheet }: { sheet: string }) => sheet)).not.toContain('Journal');
  expect(register.history[0]).toMatchObject({
    kind: 'PullBegun',
    text: expect.stringMatching(/, without the history$/),
  });
  await at().step('discard', register, clerk, { reason: 'End' });
});

describe('a pull that does not come to its end', () => {
  test('is stopped, and continued by who began it with the responses that came', {
    tags: ['long'],
  }, async () => {
    remote.fault = (path) =>
      path.includes('/Issuer/shareholder/details')
        ? { status: 429, headers: { 'retry-after': '300' } }
        : undefined;
    const { registerFileId: id } = (await pull()).body;
    const waiting = await until(id, ({ work }) => /Next attempt in 300 s/.test(work?.step));
    expect(waiting.work.step).toContain('GetIssuerShareholderDetails was answered with status 429.');
    expect(sentence(await at().step('discard', waiting, clerk, { reason: 'x' }))).toBe(
      '409 The register is being pulled. Stop it first.',
    );
    expect((await take('stop', waiting)).body.isStopping).toBe(true);
    const stopped = await at().settled(id);
    expect([stopped.state, stopped.problem, stopped.history.at(-1).kind]).toEqual([
      'Pulling',
      '',
      'PullStopped',
    ]);
    expect(sentence(await take('stop', stopped))).toBe('409 The register is not being pulled.');
    const kept = readdirSync(join(folder(), `${id}.pull`)).filter((name) => /^\w{64}\.json$/.test(name));
    expect(kept.length).toBeGreaterThan(2);
    remote.fault = () => undefined;
    remote.asked.length = 0;
    const other = await take('continue', stopped, { actor: operator, credentials });
    expect(sentence(other)).toBe('409 Another user pulls this register.');
    const again = await continued(stopped);
    expect(again.status).toBe(200);
    const checked = await at().settled(id);
    expect(checked.state).toBe('Checked');
    expect(remote.asked.filter(({ path }) => path.includes('/GetTransferAgentIssuers'))).toEqual([]);
    await at().step('discard', checked, clerk, { reason: 'End' });
    expect(readdirSync(folder()).filter((name) => name.startsWith(`${id}`))).toEqual([]);
  });

  test('a secret that is not accepted is said, and can be entered again', { tags: ['long'] }, async () => {
    const wrong = { clientId: 'demo-agent', clientSecret: 'another-secret' };
    const { registerFileId: id } = (await pull({ credentials: wrong })).body;
    const failed = await at().settled(id);
    expect([failed.state, failed.problem]).toEqual([
      'Pulling',
      'The other registry does not accept the client id and secret.',
    ]);
    expect((await continued(failed)).status).toBe(200);
    const checked = await at().settled(id);
    expect(checked.state).toBe('Checked');
    await at().step('discard', checked, clerk, { reason: 'End' });
  });

  test('what another registry says is shown without the secret', { tags: ['long'] }, async () => {
    remote.fault = (path) =>
      path.includes('/GetIssuerBalance')
        ? { status: 403, body: `{"message":"Not for ${secret}."}` }
        : undefined;
    const failed = await at().settled((await pull()).body.registerFileId);
    expect(failed.problem).toBe('The client may not read GetIssuerBalance. It says: Not for •••.');
    await at().step('discard', failed, clerk, { reason: 'End' });
  });

  test('of a registry that ended is said to be interrupted', { tags: ['long'] }, async () => {
    remote.fault = (path) =>
      path.includes('/Issuer/shareholder/details')
        ? { status: 429, headers: { 'retry-after': '300' } }
        : undefined;
    const one = await registry().another({ publicUrl: undefined });
    const response = await fetch(`${one.baseUrl}/agent/v1/registers/pull`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await registry().tokenFor('demo-agent')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ actor: clerk, base: remote.base.href, credentials, remoteIssuerId: 1007 }),
    });
    const { registerFileId: id } = (await response.json()) as Answer['body'];
    await until(id, ({ work }) => /Next attempt/.test(work?.step));
    await one.close(1000);
    const two = await registry().another({ publicUrl: undefined });
    const ended = await until(id, ({ work }) => work === null);
    expect([ended.state, ended.problem]).toEqual([
      'Pulling',
      'The pull was interrupted. Enter the client secret again to continue it.',
    ]);
    await two.close(1000);
    await at().step('discard', ended, clerk, { reason: 'End' });
  });
});

describe('addresses', () => {
  test.for([
    ['http://registry.example', 'must begin with https://'],
    ['https://10.0.0.1', 'not one on the internet'],
    ['https://169.254.169.254/latest', 'not one on the internet'],
    ['https://[fd00:ec2::254]', 'not one on the internet'],
    ['https://me:pass@registry.example', 'is not the address of a registry'],
  ])('%s is refused without a request', async ([base, reason]) => {
    const { status, body } = await pull({ base });
    expect([status, body.errors.base]).toEqual([400, [expect.stringContaining(reason!)]]);
  });

  test('a redirect is not followed', { tags: ['long'] }, async () => {
    remote.fault = (path) =>
      path.includes('/connect/token')
        ? { status: 302, headers: { location: `${remote.base.origin}/elsewhere` } }
        : undefined;
    const failed = await at().settled((await pull()).body.registerFileId);
    expect(failed.problem).toBe('The token request was answered with status 302 and no token.');
    expect(remote.asked.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    await at().step('discard', failed, clerk, { reason: 'End' });
  });

  test('this machine is refused unless the environment allows it', async () => {
    const strict = await registry().another({
      publicUrl: undefined,
      pullSettings: { fromLoopback: false, ratePerSecond: 50 },
    });
    try {
      const response = await fetch(`${strict.baseUrl}/agent/v1/registers/pull`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await registry().tokenFor('demo-agent')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ actor: clerk, base: remote.base.href, credentials, remoteIssuerId: 1007 }),
      });
      expect(response.status).toBe(400);
      expect(remote.asked).toEqual([]);
    } finally {
      await strict.close(1000);
    }
  });
});

test('clients for some issuers, or without the scope, may not pull', async () => {
  const body = { actor: clerk, base: remote.base.href, credentials, remoteIssuerId: 1007 };
  for (const as of ['demo-issuer', 'demo-readonly'] as const)
    expect((await registry().call('/agent/v1/registers/pull', { as, body })).status).toBe(403);
});

/** Continues a pull; the process of the one before may need a moment to end. */
async function continued(register: Answer['body']): Promise<Answer> {
  for (;;) {
    const answer = await take('continue', register, { credentials });
    if (answer.status !== 409 || !/Try again later/.test(answer.body.message)) return answer;
    await pause(100);
  }
}
