import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handleAnswerChecks } from '#lib/gateway/answer-checks';
import { handleAuditFile } from '#lib/gateway/audit-access';
import { gateway } from '#lib/gateway/gateway';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { openLimits } from '#lib/gateway/limits';
import { handleBatchFile } from '#lib/gateway/runs/batch-access';
import { handleRunFile } from '#lib/gateway/runs/run-access';
import { handleSentFile } from '#lib/gateway/runs/sent-file';
import { withTransaction } from '#lib/postgres/pool';
import { addUser } from '#lib/session/accounts/accounts';
import { hashPassword } from '#lib/session/accounts/password';
import { digestOf, startSession } from '#lib/session/sessions';
import { buildIfNeeded } from '#scripts/build';
import { type Handler, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';
import { type Program, startProgram } from '../matrix/matrix-program.ts';
import { readOn, requestAlone, type Served, serve } from '../served.ts';

// A user who loses the right to a response loses the rest of it: every route, how long its response can be, and
// what it depends on.

/**
 * `stream`: generated while it is sent. `text`: in one piece of any length. `short`: ends before access could
 * be withdrawn.
 */
type Length = 'stream' | 'text' | 'short';
/**
 * `link`: without a session; the permission of the sender of a link, and the link itself. `own`: its own permission. `session`: session and permissions of the requester. `none`: not checked again.
 */
type Depends = 'link' | 'own' | 'session' | 'none';

/** A route missing here fails below, and so does one whose entry differs from its code. */
const routes: Record<string, [Length, Depends]> = {
  '[...path]': ['short', 'none'],
  'account/[action]': ['short', 'none'],
  'account/sign-in/[step]': ['short', 'none'],
  accounts: ['short', 'none'],
  'accounts/[id]': ['short', 'none'],
  'answer-checks': ['stream', 'session'],
  audit: ['text', 'session'],
  'audit/file': ['stream', 'session'],
  'audit/proof': ['text', 'session'],
  'auth/[...nextauth]': ['short', 'none'],
  batches: ['text', 'session'],
  'batches/[id]': ['text', 'session'],
  'batches/[id]/file': ['stream', 'own'],
  'control-book': ['text', 'session'],
  'drafts/[id]': ['text', 'session'],
  get: ['text', 'session'],
  health: ['short', 'none'],
  'health/ready': ['short', 'none'],
  'holders/[id]/tax-id/reveal': ['text', 'session'],
  metrics: ['short', 'none'],
  'month-ends': ['text', 'session'],
  'openapi.json': ['short', 'none'],
  presence: ['text', 'session'],
  'public/file': ['short', 'none'],
  'public/file/content': ['stream', 'link'],
  'public/verify': ['short', 'none'],
  runs: ['text', 'session'],
  'runs/[id]': ['text', 'session'],
  'runs/[id]/file': ['stream', 'own'],
  'runs/[id]/links': ['text', 'session'],
  'runs/[id]/links/[link]': ['text', 'session'],
  schedules: ['text', 'session'],
  'schedules/[id]': ['text', 'session'],
  'settings/sending': ['short', 'none'],
  'scenarios/[id]': ['text', 'session'],
  'upstream/[...path]': ['stream', 'session'],
  verify: ['text', 'session'],
  writes: ['text', 'session'],
  'writes/[id]': ['text', 'session'],
};

describe('routes', () => {
  const found = readdirSync('app/api', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts'))
    .map((file) => dirname(file).replaceAll('\\', '/'));

  test('are all in the table', () => expect(found.sort()).toEqual(Object.keys(routes).sort()));

  test.each(Object.entries(routes))('%s is as listed: %j', (route, [length, depends]) => {
    const reached = reachedFrom(`app/api/${route}/route.ts`);
    const streams = reached.some((text) => /\bnew ReadableStream\b/.test(text));
    const own = reached.some((text) => /\bdependOn\(/.test(text) && /\bhandle\w+File\(/.test(text));
    const session = reached.some((text) => /\buserOfRequest\(context, /.test(text));
    expect(streams).toBe(length === 'stream');
    expect([own, session]).toEqual([
      depends === 'own' || depends === 'link',
      depends === 'own' || depends === 'session',
    ]);
  });

  test('every lookup of the user makes the response depend on that user', () => {
    const requesting = ['lib/gateway', 'lib/upstream', 'lib/account-api'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => `${folder}/${name}`)
        .filter((file) => file.endsWith('.ts') && /\bcontext\.userOf\(/.test(readFileSync(file, 'utf8'))),
    );
    expect(requesting).toEqual(['lib/gateway/request.ts']);
    // Pages reach the session in one way, in the same file as what they depend on.
    expect(readFileSync('lib/session/current-user.ts', 'utf8')).toMatch(/dependOnUser\(standing\.person/);
  });
});

type Source = { imported: Map<string, string>; parts: Map<string, string> };
const sources = new Map<string, Source>();

/** The top-level declarations of a file by name, and the sources of its imports. */
function sourceOf(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const made: Source = { imported: new Map(), parts: new Map() };
  sources.set(file, made);
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const body = text.replace(
    /^import ([^;]*?)(?: from )?'([^']+)';$/gm,
    (_all, names: string, target: string) => {
      const path = target.startsWith('#lib/') ? `lib/${target.slice(5)}.ts` : join(dirname(file), target);
      if (existsSync(path) && path.endsWith('.ts'))
        for (const [name] of names.replace(/\btype \w+/g, '').matchAll(/\w+/g))
          made.imported.set(name, normalize(path));
      return '';
    },
  );
  let part = '';
  for (const line of body.split('\n')) {
    const begun = /^(?:export )?(?:async )?(?:function\*?|const|let) (\w+)/.exec(line);
    if (begun?.[1]) part = begun[1];
    else if (/^(?:export )?type |^export \{/.test(line)) part = '';
    made.parts.set(part, `${made.parts.get(part) ?? ''}${line}\n`);
  }
  return made;
}

/** The text of every declaration that a file's declarations refer to, directly or indirectly. */
function reachedFrom(file: string): string[] {
  const seen = new Map<string, string>();
  const visit = (at: string, name: string) => {
    const { imported, parts } = sourceOf(at);
    const text = parts.get(name);
    if (text === undefined || seen.has(`${at} ${name}`)) return;
    seen.set(`${at} ${name}`, text);
    for (const [word] of text.matchAll(/\b[A-Za-z_]\w*\b/g))
      if (parts.has(word)) visit(at, word);
      else if (imported.has(word)) visit(imported.get(word) ?? '', word);
  };
  for (const name of sourceOf(file).parts.keys()) visit(file, name);
  return [...seen.values()];
}

let fixture: GatewayFixture;
let registry: StandIn;
let requested: GatewayContext;
let served: Served;
/** How often permissions were checked. */
let looks = 0;
let run = '';
const batch = 'L'.repeat(22);
const linkToken = 'T'.repeat(43);
const linkCode = '12345678';

const file = samplePdf(24_000_000);
const rows = Array.from({ length: 1200 }, (_, at) => ({
  securityTypeId: at,
  securityType: 'x'.repeat(10_000),
}));
const list = JSON.stringify(rows);
const templatePath = '/agent/v1/registers/template';
const workbook = Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(40_000_000)]);
const defaultValue: Handler = async ({ method, path }, _response, base) => {
  if (method === 'POST')
    return {
      body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/code/list.pdf/access` }),
    };
  if (path === '/agent/v1') return { body: JSON.stringify({ operations: ['GetRegisterTemplate'] }) };
  if (path === templatePath) return { type: 'application/zip', body: workbook };
  // Long enough for two checks of the right to the comparisons that wait for it.
  if (path.endsWith('GetOwnershipPercentage')) await pause(4_000);
  if (path.includes('DownloadReport')) return { type: 'application/pdf', body: file };
  return { body: path.endsWith('GetIssuerSecurityTypes') ? list : '[]' };
};

beforeAll(async () => {
  fixture = await openGatewayFixture();
  registry = await startStandIn({ handle: defaultValue });
  const context = fixture.context(registry.base);
  requested = {
    ...context,
    reloadUser: (user) => {
      looks += 1;
      return context.reloadUser(user);
    },
    userById: (id) => {
      looks += 1;
      return context.userById(id);
    },
  };
  served = await serve((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/audit/file')
      return handleAuditFile(request, {
        pool: fixture.pool,
        context: requested,
        zone: 'UTC',
        today: '2026-11-20',
        now: new Date('2026-11-20T15:04:05Z'),
      });
    if (pathname === '/runs/file') return handleRunFile(request, fixture.pool, requested, run);
    if (pathname === '/answer-checks') return handleAnswerChecks(request, requested, '2026-11-20');
    if (pathname === '/sent/file') return downloadSent(request.signal);
    if (pathname === '/batches/file') return handleBatchFile(request, fixture.pool, requested, batch, 'Test');
    return gateway(request, pathname, requested);
  });
  await plant();
});
afterEach(async () => {
  requested.limits = openLimits();
  registry.handle = defaultValue;
  await fixture.pool.query(`update person set disabled_at = null,
    role = case email_key when '${demo.admin}' then 'ta-admin' else 'issuer-officer' end
    where email_key in ('${demo.admin}', '${demo.officer}')`);
  await fixture.pool.query('delete from person_issuer where person = $1', [
    await fixture.userId(demo.officer),
  ]);
  await fixture.pool.query('insert into person_issuer (person, issuer) values ($1, 1001)', [
    await fixture.userId(demo.officer),
  ]);
});
afterAll(async () => {
  await served?.stop();
  await registry?.stop();
  await fixture?.stop();
});

/** The file of the run, by a link of its owner. */
function downloadSent(signal: AbortSignal): Promise<Response> {
  const request = new Request('http://127.0.0.1:3000/api/public/file/content', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token: linkToken, code: linkCode }),
    signal,
  });
  return handleSentFile(request, {
    pool: fixture.pool,
    context: requested,
    zone: 'UTC',
    pagePath: '/public/file',
  });
}

/** A long audit trail, a finished run, a link to it and an archive of it. */
async function plant(): Promise<void> {
  // Texts of an entry are cut at some hundred characters, and repetition compresses well in a workbook.
  const detail = () =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`part${at}`, randomBytes(250).toString('hex')]),
    );
  const entry = { requestId: 'r', actor: null, action: 'write', outcome: 'ok' } as const;
  const entries = Array.from({ length: 6000 }, () => requested.audit.record({ ...entry, detail: detail() }));
  await Promise.all(entries);
  const response = await callGateway(requested, '/api/v1/Report/GenerateIssuerBalance', {
    cookie: await fixture.cookieOf(demo.officer),
    body: { customerIssuerId: 1001, CutoffDate: '2026-10-31', restrictionStatus: 'All', isPDF: true },
  });
  run = /runs\/([\w-]{22})\/file$/.exec((await response.json()).downloadUrl)?.[1] ?? '';
  await requested.runs.settled();
  const user = await fixture.userId(demo.officer);
  await fixture.pool.query(
    `insert into file_link (id, run, person, token_hash, code_hash, addressee_name, addressee_email, expires_at, downloads_max)
     values ($1, $2, $3, $4, $5, 'Ada', 'ada@mail.example', now() + interval '7 days', 100)`,
    ['L'.repeat(22), run, user, digestOf(linkToken), await hashPassword(linkCode)],
  );
  await fixture.pool.query(`insert into installation_setting (name, value) values ('sending', 'true')`);
  await fixture.pool.query('insert into batch (id, person, finished_at) values ($1, $2, now())', [
    batch,
    user,
  ]);
  await fixture.pool.query(
    `insert into batch_item (batch, position, endpoint, issuer, input, state, run)
     values ($1, 0, 'GenerateIssuerBalance', 1001, '{"customerIssuerId":1001}', 'ready', $2)`,
    [batch, run],
  );
}

type Change = (user: string) => Promise<unknown>;
const change =
  (sql: string): Change =>
  (user) =>
    fixture.pool.query(sql, [user]);
const dismissals = {
  'the session is ended': change('delete from session where person = $1'),
  'the account is disabled': change('update person set disabled_at = now() where id = $1'),
  'the grant is withdrawn': change('update person_issuer set issuer = 1002 where person = $1'),
  'the role is reduced': change(
    `update person set role = case role when 'ta-admin' then 'ta-operator' else 'issuer-viewer' end where id = $1`,
  ),
};
type Dismissal = keyof typeof dismissals;

const listPath = '/api/v1/Issuer/GetIssuerSecurityTypes?customerIssuerId=1001';
const always: Dismissal[] = ['the session is ended', 'the account is disabled'];
const open: { name: string; route: string; path: string; email: string; ends: Dismissal[] }[] = [
  {
    name: 'the trail as CSV',
    route: 'audit/file',
    path: '/audit/file?format=csv',
    email: demo.admin,
    ends: [...always, 'the role is reduced'],
  },
  {
    name: 'the trail as XLSX',
    route: 'audit/file',
    path: '/audit/file?format=xlsx',
    email: demo.admin,
    ends: [...always, 'the role is reduced'],
  },
  {
    name: 'the file of a run',
    route: 'runs/[id]/file',
    path: '/runs/file',
    email: demo.officer,
    ends: [...always, 'the grant is withdrawn'],
  },
  {
    name: 'a file that was sent',
    route: 'public/file/content',
    path: '/sent/file',
    email: demo.officer,
    // Ending a session of the sender does not close a link.
    ends: ['the account is disabled', 'the grant is withdrawn'],
  },
  {
    name: 'an archive',
    route: 'batches/[id]/file',
    path: '/batches/file',
    email: demo.officer,
    ends: [...always, 'the grant is withdrawn'],
  },
  {
    name: 'the comparisons of answers',
    route: 'answer-checks',
    path: '/answer-checks?issuer=1001&day=2026-11-20',
    email: demo.officer,
    ends: [...always, 'the grant is withdrawn', 'the role is reduced'],
  },
  {
    name: 'a long list',
    route: 'upstream/[...path]',
    path: listPath,
    email: demo.officer,
    ends: [...always, 'the grant is withdrawn', 'the role is reduced'],
  },
  {
    name: 'a workbook',
    route: 'upstream/[...path]',
    path: templatePath,
    email: demo.admin,
    ends: [...always, 'the role is reduced'],
  },
];

test('every streaming route is tested below', () => {
  const streaming = Object.keys(routes).filter((route) => routes[route]?.[0] === 'stream');
  expect(streaming.filter((route) => !open.some((one) => one.route === route))).toEqual([]);
});

/** Nothing keeps working for a response that was cut: no store connection in use, no run file open. */
async function nothingGoesOn(): Promise<void> {
  await expect.poll(() => fixture.pool.totalCount - fixture.pool.idleCount).toBe(0);
  const folder = dirname(requested.runs.pathOf(run));
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false;
      }
    });
  if (process.platform === 'linux') await expect.poll(openFiles).toEqual([]);
}

/** All of them in the long lane; else one, another one for each route. */
const lostHere = (ends: readonly Dismissal[], route: number) =>
  ends.filter((_, at) => process.env.TEST_LANE === 'long' || at === route % ends.length);

describe.each(open.map((one, at) => ({ ...one, ends: lostHere(one.ends, at) })))(
  '$name, while it is sent',
  ({ path, email, ends }) => {
    test.each(ends)('is aborted when %s', { tags: ['scaled'] }, async (dismissal) => {
      const response = await served.request(path, await fixture.cookieOf(email));
      expect(response.status).toBe(200);
      const before = served.cut();
      let since = 0;
      const dismiss = async () => {
        await dismissals[dismissal](await fixture.userId(email));
        since = looks;
      };
      expect(await readOn(response, dismiss, 20)).toMatchObject({ clean: false });
      // The first check after it, or one already running.
      expect(looks - since).toBeLessThanOrEqual(2);
      expect(served.cut()).toBe(before + 1);
      await nothingGoesOn();
    });

    test('is complete for a user who is given more rights meanwhile', async () => {
      const response = await served.request(path, await fixture.cookieOf(email));
      const since = looks;
      const more = async () => {
        if (email === demo.officer)
          await change('insert into person_issuer (person, issuer) values ($1, 1002)')(
            await fixture.userId(email),
          );
        // Continues once access was checked with the new state.
        await expect.poll(() => looks).toBeGreaterThan(since + 1);
      };
      expect(await readOn(response, more)).toMatchObject({ clean: true });
    });
  },
);

test('a response still awaited from the registry is aborted, and the upstream call too', async () => {
  const requesting = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  registry.handle = (_call, response) => {
    response.on('close', gone.resolve);
    requesting.resolve();
    return undefined;
  };
  const response = served.request(listPath, await fixture.cookieOf(demo.officer));
  await requesting.promise;
  await dismissals['the session is ended'](await fixture.userId(demo.officer));
  await expect(response).rejects.toThrow();
  await gone.promise;
});

describe('built dashboard', () => {
  const metricsToken = 'a token only the collector knows';
  let program: Program;
  let user = '';
  let cookie = '';
  beforeAll(async () => {
    await buildIfNeeded();
    // Demo users do not exist in front of a registry that is not the demo's.
    const someone = {
      email: 'admin@lost.example',
      name: 'Lo',
      role: 'ta-admin',
      issuers: [],
      password: null,
    } as const;
    user = await withTransaction(fixture.pool, (client) => addUser(client, someone));
    program = await startProgram(
      {
        DATABASE_URL: fixture.url,
        DATA_DIR: fixture.dataDir,
        NEXTAUTH_SECRET: 'a secret only the test of lost rights knows',
        METRICS_TOKEN: metricsToken,
        REGISTRY_BASE_URL: registry.base,
        REGISTRY_CLIENT_ID: 'desk',
        REGISTRY_CLIENT_SECRET: 'desk-secret',
      },
      { proxy: true },
    );
  }, 600_000);
  beforeEach(async () => {
    cookie = `sharebook.session=${await startSession(fixture.pool, user, { address: null, userAgent: null })}`;
    // The list of issuers is answered at once, their figures never.
    registry.handle = ({ path }) =>
      path.endsWith('GetTransferAgentIssuers')
        ? { body: JSON.stringify([{ customerIssuerId: 1001, name: 'Larkspur', status: 'Active' }]) }
        : undefined;
  });
  afterAll(() => program?.stop());

  test.each([
    ['a page', '/issuers/1001', {}],
    ['the part of a page that a browser fetches', '/issuers/1001', { rsc: '1' }],
    ['the trail', '/api/audit/file', {}],
  ])('%s is aborted while being sent', async (_name, path, headers) => {
    const response = await requestAlone(program.url + path, { cookie, ...headers });
    expect(response.status).toBe(200);
    const dismiss = async () => {
      // The first bytes of a page come before it reads the session; ended until then, it leads to sign-in.
      await pause(1_000);
      await dismissals['the session is ended'](user);
    };
    expect(await readOn(response, dismiss, 20)).toMatchObject({ clean: false });
    const bearer = { authorization: `Bearer ${metricsToken}` };
    const metrics = await (await fetch(`${program.url}/api/metrics`, { headers: bearer })).text();
    expect(metrics).toMatch(/^sharebook_answers_cut_total [1-9]/m);
  });
});
