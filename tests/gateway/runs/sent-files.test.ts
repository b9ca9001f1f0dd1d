import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FileLink, MadeLink, RunLinks, SentFile } from '#lib/api/file-links';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { openLimits } from '#lib/gateway/limits';
import {
  handleLinkList,
  handleLinkMake,
  handleLinkRevoke,
  readNewestLinks,
} from '#lib/gateway/runs/send-file';
import { handleSentFacts, handleSentFile } from '#lib/gateway/runs/sent-file';
import { setDisabled } from '#lib/session/accounts/accounts';
import { changeSetting } from '#lib/store/installation';
import { type StandIn, startStandIn } from '#tests/fakes/registry';
import {
  callGateway,
  demo,
  type GatewayFixture,
  openGatewayFixture,
  pageRequest,
} from '../gateway-fixture.ts';

// A finished file is sent by a link to one addressee: who may send, what the addressee learns, and what closes a link.

// The cost of hashing is not what is tested here; the form of a stored hash is kept.
vi.mock('#lib/session/accounts/password', () => ({
  hashPassword: async (text: string) => `$argon2id$${createHash('sha256').update(text).digest('hex')}`,
  passwordFits: async (stored: string | null, text: string) =>
    stored === `$argon2id$${createHash('sha256').update(text).digest('hex')}`,
}));

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  randomBytes(40_000),
  Buffer.from('\nstartxref\n9\n%%EOF\n'),
]);
const digest = createHash('sha256').update(pdf).digest('hex');
const pagePath = '/public/file';
type Who = keyof typeof demo;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({
    handle: ({ method, path }, _response, base) =>
      method === 'POST'
        ? { body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/a.pdf/access` }) }
        : path.includes('/DownloadReport/')
          ? { type: 'application/pdf', body: pdf }
          : path.includes('/agent/')
            ? { status: 404, body: '{}' }
            : { body: '[]' },
  });
  context = fixture.context(registry.base);
  await allow(true);
});
afterAll(async () => {
  await registry?.stop();
  await fixture?.stop();
});
beforeEach(() => {
  context.limits = openLimits();
});
afterEach(async () => {
  await allow(true);
  await fixture.pool.query('update person set disabled_at = null');
  await fixture.pool.query('delete from sign_in_throttle');
});

async function allow(value: boolean): Promise<void> {
  const client = await fixture.pool.connect();
  await changeSetting(client, 'sending', value, await fixture.userId(demo.admin));
  client.release();
}

async function makeRun(who: Who, more: object = {}): Promise<string> {
  const response = await callGateway(context, '/api/v1/Report/GenerateShareholderList', {
    cookie: await fixture.cookieOf(demo[who]),
    headers: { 'x-sharebook-reason': encodeURIComponent('asked by the holder') },
    body: {
      customerIssuerId: 1001,
      cutoff: '2026-11-19',
      isPDF: true,
      certificateInfoStatus: 'Outstanding',
      restrictionStatus: 'All',
      addressStatus: 'All',
      ...more,
    },
  });
  const { downloadUrl } = (await response.json()) as { downloadUrl: string };
  await context.runs.settled();
  return /runs\/([\w-]{22})\/file$/.exec(downloadUrl)?.[1] ?? '';
}

const addressee = { name: 'Ada Proctor', email: 'ada@proctor.example', days: 7, downloads: 2 };

async function answered<T>(response: Response) {
  const body = (await response.json()) as T & {
    error?: { code: string; message: string; fields?: Record<string, string[]> };
  };
  return { status: response.status, body, code: body.error?.code };
}

async function send(who: Who | null, run: string, body: object = addressee, headers = {}) {
  const cookie = who ? await fixture.cookieOf(demo[who]) : '';
  const request = pageRequest(`/api/runs/${run}/links`, { cookie, body, headers });
  return answered<MadeLink>(await handleLinkMake(request, { pool: fixture.pool, context, pagePath }, run));
}

async function sent(who: Who = 'officer', more: object = {}) {
  const run = await makeRun(who);
  const { body } = await send(who, run, { ...addressee, ...more });
  return { ...body, run, token: body.address.split('#')[1] ?? '' };
}

async function links(who: Who, run: string) {
  const request = pageRequest(`/api/runs/${run}/links`, { cookie: await fixture.cookieOf(demo[who]) });
  return answered<RunLinks>(await handleLinkList(request, { pool: fixture.pool, context }, run));
}
const stateOf = async (run: string) => (await links('admin', run)).body.links[0]?.state;

async function revoke(who: Who, { run, id }: Pick<FileLink, 'run' | 'id'>) {
  const cookie = await fixture.cookieOf(demo[who]);
  const request = pageRequest(`/api/runs/${run}/links/${id}`, { cookie, method: 'DELETE' });
  return answered<{ revoked: boolean }>(
    await handleLinkRevoke(request, { pool: fixture.pool, context }, { run, link: id }),
  );
}

const where = () => ({ pool: fixture.pool, context, zone: 'America/New_York', pagePath });

async function open(token: string, code: string, headers = {}) {
  return answered<SentFile>(
    await handleSentFacts(pageRequest('/api/public/file', { body: { token, code }, headers }), where()),
  );
}

function download(token: string, code: string, headers = {}): Promise<Response> {
  const form = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams({ token, code }).toString();
  const request = pageRequest('/api/public/file/content', { body, headers: { ...form, ...headers } });
  return handleSentFile(request, where());
}

const wrong = (code: string) => (code === '00000000' ? '00000001' : '00000000');
const trail = async (action: string) =>
  (
    await fixture.pool.query<{ outcome: string; actor: string | null; detail: Record<string, unknown> }>(
      'select outcome, actor, detail from audit where action = $1 order by seq desc limit 5',
      [action],
    )
  ).rows;

describe('sending', () => {
  test('the addressee gets the facts and the file after the right code, and nobody keeps link or code', async () => {
    const made = await sent();
    expect(made.address).toMatch(/^http:\/\/127\.0\.0\.1:3000\/public\/file#[\w-]{43}$/);
    expect(made.code).toMatch(/^\d{8}$/);
    const { rows } = await fixture.pool.query('select * from file_link where id = $1', [made.link.id]);
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(JSON.stringify(rows)).not.toContain(made.code);
    const { status, body } = await open(made.token, `${made.code.slice(0, 4)} ${made.code.slice(4)}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      endpoint: 'GenerateShareholderList',
      issuer: { id: 1001, name: null },
      asOf: '2026-11-19',
      from: null,
      createdAt: expect.any(String),
      createdOn: expect.any(String),
      fileName: 'ShareholderList_1001_20261119.pdf',
      bytes: pdf.length,
      sha256: digest,
      sentBy: expect.stringMatching(/\w+ \w+/),
      expiresAt: made.link.expiresAt,
      downloads: 0,
      downloadsMax: 2,
    });
    const response = await download(made.token, made.code);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ShareholderList_1001/,
    );
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(Buffer.from(await response.arrayBuffer()).equals(pdf)).toBe(true);
    expect((await links('officer', made.run)).body.links).toMatchObject([
      { name: 'Ada Proctor', state: 'open', downloads: 1, downloadsMax: 2, wrongCodes: 0 },
    ]);
  });

  test('each step is in the audit trail, with the addressee and never with link or code', async () => {
    const made = await sent();
    await open(made.token, wrong(made.code));
    await (await download(made.token, made.code)).arrayBuffer();
    await revoke('officer', made.link);
    const officer = await fixture.userId(demo.officer);
    const who = { name: 'Ada Proctor', email: 'ada@proctor.example' };
    expect((await trail('link-make'))[0]).toMatchObject({ outcome: 'ok', actor: officer, detail: who });
    expect((await trail('link-open'))[0]).toMatchObject({
      outcome: 'refused',
      actor: null,
      detail: { ...who, why: 'wrong code' },
    });
    expect((await trail('link-file'))[0]).toMatchObject({
      outcome: 'ok',
      actor: null,
      detail: { ...who, download: 1, of: 2 },
    });
    expect((await trail('link-revoke'))[0]).toMatchObject({ outcome: 'ok', actor: officer, detail: who });
    const { rows } = await fixture.pool.query('select detail, object, "before", "after" from audit');
    expect(JSON.stringify(rows)).not.toContain(made.token);
    expect(JSON.stringify(rows)).not.toContain(`"${made.code}"`);
  });

  test.each(['admin', 'operator', 'officer', 'viewer'] as const)(
    '%s sends a file of their own',
    async (who) => {
      const { token, code } = await sent(who);
      expect((await open(token, code)).status).toBe(200);
    },
  );

  test('nobody sends the file of another user, and only its owner and administrators see its links', async () => {
    const { run, link } = await sent('officer');
    for (const who of ['admin', 'operator', 'viewer', 'downloader'] as const)
      expect([who, (await send(who, run)).code]).toEqual([who, 'not_found']);
    expect((await send(null, run)).code).toBe('unauthenticated');
    expect((await links('operator', run)).code).toBe('not_found');
    expect((await links('admin', run)).body).toMatchObject({ canSend: 'no', links: [{ id: link.id }] });
    expect((await revoke('operator', link)).code).toBe('not_found');
    expect((await revoke('viewer', link)).code).toBe('not_found');
    expect((await send('officer', run, addressee, { origin: 'https://evil.test' })).code).toBe('csrf');
  });

  test.each([{ showTaxId: true }, { includeAccessCode: true }])(
    'a file with %j is never sent',
    async (more) => {
      const run = await makeRun('operator', more);
      expect((await links('operator', run)).body.canSend).toBe('secret');
      const { code, body } = await send('operator', run);
      expect([code, body.error?.message]).toEqual([
        'forbidden',
        'A file with full tax IDs or access codes cannot be sent by a link.',
      ]);
      // Nor by a link that is there all the same.
      const made = await sent('operator');
      await fixture.pool.query('update run set input = input || $2 where id = $1', [made.run, more]);
      expect((await open(made.token, made.code)).code).toBe('not_found');
    },
  );

  test('a wrong field is named, and nothing is stored', async () => {
    const run = await makeRun('officer');
    const wrongs = { name: ' ', email: 'ada', days: 8, downloads: 3, role: 'x' };
    const { body } = await send('officer', run, wrongs);
    expect(Object.keys(body.error?.fields ?? {}).sort()).toEqual(Object.keys(wrongs).sort());
    expect((await links('officer', run)).body.links).toEqual([]);
  });
});

describe('an addressee learns nothing before the code', () => {
  test('unknown, wrong, expired, revoked, used up and without access: one answer', async () => {
    const unknown = await open('x'.repeat(43), '12345678');
    expect([unknown.status, unknown.code]).toEqual([404, 'not_found']);
    const message = unknown.body.error?.message;
    const answers: Record<string, () => Promise<{ token: string; code: string }>> = {
      'wrong code': async () => {
        const made = await sent();
        return { token: made.token, code: wrong(made.code) };
      },
      expired: async () => {
        const made = await sent();
        await fixture.pool.query(`update file_link set expires_at = now() where id = $1`, [made.link.id]);
        expect(await stateOf(made.run)).toBe('expired');
        return made;
      },
      revoked: async () => {
        const made = await sent();
        expect((await revoke('admin', made.link)).body).toEqual({ revoked: true });
        expect(await stateOf(made.run)).toBe('revoked');
        return made;
      },
      'used up': async () => {
        const made = await sent('officer', { downloads: 1 });
        await (await download(made.token, made.code)).arrayBuffer();
        expect(await stateOf(made.run)).toBe('used up');
        return made;
      },
      'the file is deleted': async () => {
        const made = await sent();
        await context.runs.drop(made.run);
        expect(await stateOf(made.run)).toBe('file gone');
        return made;
      },
      'the bytes are lost': async () => {
        const made = await sent();
        rmSync(context.runs.pathOf(made.run));
        return made;
      },
      'the sender lost the issuer': async () => {
        const made = await sent('viewer');
        await fixture.pool.query('update person_issuer set expires_at = now() where person = $1', [
          await fixture.userId(demo.viewer),
        ]);
        expect(await stateOf(made.run)).toBe('no access');
        return made;
      },
    };
    for (const [name, prepare] of Object.entries(answers)) {
      const { token, code } = await prepare();
      const { status, body } = await open(token, code);
      expect([name, status, body.error?.code, body.error?.message]).toEqual([
        name,
        404,
        'not_found',
        message,
      ]);
      const refused = await download(token, code);
      expect([name, refused.status, refused.headers.get('location')]).toEqual([
        name,
        303,
        'http://127.0.0.1:3000/public/file?problem=refused',
      ]);
    }
    await fixture.pool.query('update person_issuer set expires_at = null');
  });

  test('a disabled sender closes the link, and it is open again with the account', async () => {
    const { token, code } = await sent();
    const client = await fixture.pool.connect();
    await setDisabled(client, await fixture.userId(demo.officer), true);
    expect((await open(token, code)).code).toBe('not_found');
    await setDisabled(client, await fixture.userId(demo.officer), false);
    client.release();
    expect((await open(token, code)).status).toBe(200);
  });

  test('where sending is off, nothing is sent and no link works', async () => {
    const made = await sent();
    await allow(false);
    expect((await open(made.token, made.code)).code).toBe('not_found');
    expect((await download(made.token, made.code)).status).toBe(303);
    expect((await send('officer', made.run)).code).toBe('forbidden');
    expect((await links('officer', made.run)).body).toMatchObject({
      canSend: 'off',
      links: [{ state: 'sending off', downloads: 0 }],
    });
    expect(await readNewestLinks({ pool: fixture.pool, context })).toContainEqual(
      expect.objectContaining({ id: made.link.id, issuer: 1001, sender: expect.stringMatching(/\w/) }),
    );
  });

  test('ten wrong codes close a link, however many are tried at once', async () => {
    const { token, code, run } = await sent();
    const tried = await Promise.all(Array.from({ length: 19 }, () => open(token, wrong(code))));
    expect(new Set(tried.map((one) => one.code))).toEqual(new Set(['not_found']));
    context.limits = openLimits();
    expect((await open(token, code)).code).toBe('not_found');
    expect((await links('officer', run)).body.links).toMatchObject([
      { state: 'wrong codes', wrongCodes: 10 },
    ]);
  });

  test('a right code does not count, and wrong ones before it do', async () => {
    const { token, code, run } = await sent();
    for (let at = 0; at < 3; at += 1) await open(token, wrong(code));
    for (let at = 0; at < 12; at += 1) expect((await open(token, code)).status).toBe(200);
    expect((await links('officer', run)).body.links[0]?.wrongCodes).toBe(3);
  });

  test('two downloads at once do not pass the limit', async () => {
    const { token, code, run } = await sent('officer', { downloads: 1 });
    const all = await Promise.all([1, 2, 3].map(() => download(token, code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 303, 303]);
    await Promise.all(all.map((one) => one.arrayBuffer()));
    expect((await links('officer', run)).body.links[0]?.downloads).toBe(1);
  });

  test('one source is limited, and leaves no entry beyond', async () => {
    const { token, code } = await sent();
    const countOf = async () =>
      (await fixture.pool.query(`select count(*) as n from audit where action = 'link-open'`)).rows[0].n;
    const before = await countOf();
    const answers = [];
    for (let at = 0; at < 25; at += 1) answers.push((await open('y'.repeat(43), code)).status);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(3);
    // Neither those of an unknown link, which are counted with other refused requests.
    expect(await countOf()).toBe(before);
    expect((await download(token, code)).headers.get('location')).toMatch(/problem=busy$/);
  });

  test('another site, a token and other bodies are refused', async () => {
    const { token, code } = await sent();
    expect((await open(token, code, { origin: 'https://evil.test' })).code).toBe('csrf');
    expect((await open(token, code, { authorization: 'Bearer x' })).code).toBe('unauthenticated');
    expect((await open(token, 'abc')).code).toBe('invalid');
    expect((await download(token, code, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await download(token, code, { 'content-type': 'application/json' })).status).toBe(403);
    expect((await download(token, 'x'.repeat(20_000))).status).toBe(413);
  });
});
