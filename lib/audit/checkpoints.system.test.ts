import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '../postgres/pool.ts';
import type { DatabaseUrls } from '../postgres/roles.ts';
import { openTestServer, type TestServer } from '../postgres/server-for-tests.ts';
import { prepareStore } from '../session/prepare-store.ts';
import { postCheckpoint } from '../upstream/checkpoints.ts';
import { openAgent } from '../upstream/http-client.ts';
import { openAudit } from './audit.ts';
import { type KeeperOptions, keepCheckpoints } from './checkpoint-keeper.ts';
import { publicKeyOf, readCheckpoints, readSigningKey } from './checkpoints.ts';
import { verifyTrail } from './verify.ts';

const seed = Buffer.alloc(32, 7).toString('base64url');
const key = readSigningKey(seed);
const known = [publicKeyOf(key)];

let dataDir: string;
let server: TestServer;
let urls: DatabaseUrls;
/** One pool as a superuser, one as the dashboard. */
let superuser: Pool;
let store: Pool;
let file: string;
let round = 0;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sharebook-checkpoints-'));
  server = await openTestServer(dataDir);
  urls = await server.ensureDatabase('trail', 'audit_keeper');
  await prepareStore(urls, { demo: false });
  superuser = openPool(server.urlFor('trail'), { max: 2, applicationName: 'checkpoints test' });
  store = openPool(urls.url, { max: 2, applicationName: 'checkpoints test' });
}, 60_000);

beforeEach(async () => {
  round += 1;
  file = join(dataDir, `seals-${round}`);
  rmSync(join(dataDir, 'audit-seal-posted'), { force: true });
  await behindItsBack('delete from audit', `update audit_head set seq = 0, hash = '\\x${'00'.repeat(32)}'`);
});

afterAll(async () => {
  await Promise.all([superuser.end(), store.end()]);
  await server.release();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

async function behindItsBack(...statements: string[]): Promise<void> {
  const off = ['audit', 'audit_head'].map((table) => `alter table ${table} disable trigger all`);
  const on = off.map((text) => text.replace('disable', 'enable'));
  await superuser.query([...off, ...statements, ...on].join('; '));
}

async function written(count: number): Promise<void> {
  const audit = openAudit(store);
  for (let index = 0; index < count; index += 1)
    await audit.record({ requestId: `r-${index}`, actor: null, action: 'read', outcome: 'ok' });
}

const errors: string[] = [];
const keeperOf = (more: Partial<KeeperOptions> = {}) =>
  keepCheckpoints({
    pool: store,
    dataDir,
    key,
    everyMs: 3_600_000,
    file,
    post: null,
    report: (to, error) => void (error && errors.push(`${to}: ${error.message}`)),
    onShortened: (head, checkpoint) => void errors.push(`behind ${head.seq} ${checkpoint.seq}`),
    ...more,
  });

/** Writes three checkpoints, at 3, 6 and 9 entries, in a trail of 10. */
async function threeCheckpoints(): Promise<void> {
  const keeper = keeperOf();
  for (let times = 0; times < 3; times += 1) {
    await written(3);
    await keeper.now();
  }
  await keeper.stop(1000);
  await written(1);
}

const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');

async function verify(...args: string[]) {
  const program = ['--conditions=react-server', 'scripts/audit-verify.ts', ...args];
  const env = { ...process.env, DATABASE_URL: urls.url, DATA_DIR: dataDir, AUDIT_SEAL_KEY: seed };
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

const rebuilt = `do $$ declare prev bytea := '\\x${'00'.repeat(32)}'; row audit; begin
  for row in select * from audit order by seq loop
    row.prev_hash := prev; prev := audit_digest(row);
    update audit set prev_hash = row.prev_hash, hash = prev where seq = row.seq;
  end loop;
  update audit_head set seq = (select max(seq) from audit), hash = prev;
end $$`;

describe('verification against a file of checkpoints', () => {
  test('unchanged is valid; the file is readable by its owner only and has a line per change of the head', async () => {
    await threeCheckpoints();
    expect(lines()).toHaveLength(3);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const keeper = keeperOf();
    await keeper.now();
    await keeper.now();
    await keeper.stop(1000);
    expect(lines()).toHaveLength(4);
    const response = await verify('--seals', file);
    expect(response).toMatchObject({
      code: 0,
      text: expect.stringMatching(/^Held against 4 signed checkpoints.*\nAll 10 entries verified/),
    });
  });

  test('a tail truncated together with the head is detected', async () => {
    await threeCheckpoints();
    await behindItsBack(
      'delete from audit where seq > 7',
      'update audit_head set seq = 7, hash = (select hash from audit where seq = 7)',
    );
    expect((await verifyTrail(superuser)).fault).toBeNull();
    expect(await verify('--seals', file)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/end of the trail is cut off, entry 8 .* Line 3 of the checkpoint file/s),
    });
    errors.length = 0;
    await keeperOf().now();
    expect(errors).toEqual(['behind 7 9']);
  });

  test('a chain recomputed from an early entry on is detected at the first checkpoint after it', async () => {
    await threeCheckpoints();
    await behindItsBack(`update audit set outcome = 'refused' where seq = 5`, rebuilt);
    expect((await verifyTrail(superuser)).fault).toBeNull();
    expect(await verify('--seals', file, '--json')).toMatchObject({
      code: 1,
      text: expect.stringContaining('"fault":{"kind":"seal","entry":6,"line":2}'),
    });
  });

  test('a replaced audit trail is detected, also when the dashboard keeps signing checkpoints', async () => {
    await threeCheckpoints();
    await behindItsBack(`update audit set request_id = 'other' || seq`, rebuilt);
    await keeperOf().now();
    expect(lines()).toHaveLength(4);
    const response = await verify('--seals', file);
    expect(response).toMatchObject({
      code: 1,
      text: expect.stringMatching(/entry 3 differs from the checkpoint.* Line 1/),
    });
  });
});

describe('checkpoint file', () => {
  const changed = (change: (all: string[]) => string[]) =>
    writeFileSync(file, `${change(lines()).join('\n')}\n`);
  const error = async () => (await readCheckpoints(file, known)).fault;

  test.each<[string, (all: string[]) => string[], object]>([
    [
      'a hash changed',
      ([a = '', ...rest]) => [
        a.replace(/"hash":"(.)/, (_all, first) => `"hash":"${first === '0' ? '1' : '0'}`),
        ...rest,
      ],
      { kind: 'changed', line: 1 },
    ],
    [
      'a time changed',
      ([a = '', b = '', c = '']) => [a, b.replace(/"at":"20../, '"at":"2001'), c],
      { kind: 'changed', line: 2 },
    ],
    [
      'the signature of another line',
      ([a = '', b = '', c = '']) => [
        a,
        JSON.stringify({ ...JSON.parse(b), signature: JSON.parse(a).signature }),
        c,
      ],
      { kind: 'changed', line: 2 },
    ],
    [
      'a field put in',
      ([a = '', ...rest]) => [JSON.stringify({ more: 1, ...JSON.parse(a) }), ...rest],
      { kind: 'changed', line: 1 },
    ],
    ['the first removed', ([, ...rest]) => rest, { kind: 'missing', line: 1 }],
    ['one in the middle removed', ([a = '', , c = '']) => [a, c], { kind: 'missing', line: 2 }],
    ['two swapped', ([a = '', b = '', c = '']) => [a, c, b], { kind: 'missing', line: 2 }],
    [
      'one made unreadable',
      ([a = '', b = '', c = '']) => [a, b.slice(0, 40), c],
      { kind: 'missing', line: 3 },
    ],
  ])('%s is detected', async (_name, change, expected) => {
    await threeCheckpoints();
    expect(await error()).toBeNull();
    changed(change);
    expect(await error()).toEqual(expected);
    expect((await verify('--seals', file)).code).toBe(1);
  });

  test('one signed with another key is reported with that key', async () => {
    await threeCheckpoints();
    const other = readSigningKey(Buffer.alloc(32, 8).toString('base64url'));
    const response = await verify('--seals', file, '--key', publicKeyOf(other));
    expect(response).toMatchObject({ code: 1, text: expect.stringContaining(`another key, ${known[0]}`) });
    expect(await verify('--seals', file, '--key', publicKeyOf(other), '--key', known[0] ?? '')).toMatchObject(
      { code: 0 },
    );
  });

  test('a truncated last line and unrelated lines are skipped, and writing continues after them', async () => {
    await threeCheckpoints();
    writeFileSync(file, `${lines().join('\n')}\nrotated by hand\n{"v":1,"seq":"1`);
    await keeperOf().now();
    const read = await readCheckpoints(file, known);
    expect([read.fault, read.unreadable, read.checkpoints.length]).toEqual([null, 2, 4]);
    expect((await verify('--seals', file)).code).toBe(0);
  });

  test('an empty one, a missing one and an invalid key verify nothing', async () => {
    writeFileSync(file, '');
    expect(await verify('--seals', file)).toMatchObject({
      code: 2,
      text: expect.stringContaining('no checkpoint'),
    });
    expect(await verify('--seals', `${file}-none`)).toMatchObject({ code: 2 });
    expect(await verify('--seals', file, '--key', 'x')).toMatchObject({ code: 2 });
  });

  test('an emptied audit trail is behind its checkpoint', async () => {
    await threeCheckpoints();
    await behindItsBack('delete from audit', `update audit_head set seq = 0, hash = '\\x${'00'.repeat(32)}'`);
    errors.length = 0;
    await keeperOf().now();
    expect(errors).toEqual(['behind 0 9']);
    expect(await verify('--seals', file)).toMatchObject({
      code: 1,
      text: expect.stringContaining('entry 1'),
    });
  });

  test('two dashboards at once create one chain', async () => {
    const keepers = [keeperOf(), keeperOf()];
    for (let times = 0; times < 5; times += 1) {
      await written(1);
      await Promise.all(keepers.map((keeper) => keeper.now()));
    }
    expect((await readCheckpoints(file, known)).checkpoints.map(({ seq }) => seq)).toEqual([
      1n,
      2n,
      3n,
      4n,
      5n,
    ]);
  });
});

describe('remote checkpoint store', () => {
  type TestResponse = (request: IncomingMessage, response: ServerResponse) => void;

  async function receiver() {
    const taken: string[] = [];
    const plan: TestResponse[] = [];
    const listening = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        taken.push(body);
        (plan.shift() ?? ((_, response) => response.writeHead(204).end()))(request, response);
      });
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/seals`;
    const agent = openAgent();
    const keeper = keeperOf({
      file: null,
      post: (line, withinMs) => postCheckpoint(agent, url, line, withinMs),
    });
    const close = async () => {
      await keeper.stop(1000);
      await agent.close();
      listening.closeAllConnections();
      listening.close();
    };
    return { taken, plan, keeper, close };
  }

  test('after a lost or rejected request the same line is sent, and the stored lines verify', async () => {
    const { taken, plan, keeper, close } = await receiver();
    const lose: TestResponse = (request) => void request.socket.destroy();
    const reject: TestResponse = (_, response) => void response.writeHead(503).end('later');
    const remote: TestResponse = (_, response) => void response.writeHead(307, { location: '/other' }).end();
    errors.length = 0;
    await written(2);
    plan.push(lose, reject, remote);
    for (const failed of [true, true, true, false]) {
      await keeper.now();
      expect(keeper.failing()).toEqual(failed ? ['url'] : []);
    }
    await written(1);
    await keeper.now();
    await close();
    expect(errors).toHaveLength(3);
    expect(errors.slice(1)).toEqual([
      'url: The address for checkpoints answered 503.',
      'url: The address for checkpoints answered 307.',
    ]);
    expect(taken).toHaveLength(5);
    expect(new Set(taken.slice(0, 4)).size).toBe(1);
    writeFileSync(file, taken.join(''));
    expect(await verify('--seals', file)).toMatchObject({ code: 0 });
  });

  test('a request without a response, or an endless one, times out', async () => {
    const { plan, keeper, close } = await receiver();
    await written(1);
    plan.push(
      () => undefined,
      (_, response) => {
        response.writeHead(200);
        const endless = setInterval(() => response.write('x'.repeat(32_000)), 1);
        response.on('close', () => clearInterval(endless));
      },
    );
    await keeper.now(200);
    expect(keeper.failing()).toEqual(['url']);
    await keeper.now(5000);
    expect(keeper.failing()).toEqual([]);
    await close();
  });

  test('an unreachable store blocks nothing', async () => {
    const away = openPool('postgresql://nobody@127.0.0.1:9/none', { max: 1, applicationName: 'away' });
    const keeper = keeperOf({ pool: away });
    await keeper.now();
    expect(keeper.failing()).toEqual(['file']);
    await keeper.stop(1000);
    await away.end();
  });
});
