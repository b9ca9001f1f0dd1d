import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { routePolicy } from '#lib/access/policy';
import { closureOf, importsOf, textOf } from './imports.ts';

// Access is decided in one table (lib/access); these tests find any code that bypasses it.

/** A file and its imports in these folders. A type cannot check anything, so imports of types do not count. */
const closure = (file: string, folders: RegExp) =>
  closureOf(file, (path) => folders.test(path), { types: false });

const below = (folder: string, name: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter((file) => name.test(file));

/** Files of `seen` that call a function, except its definition. */
const calling = (seen: Set<string>, name: string) =>
  [...seen].filter((file) => new RegExp(`(?<!function )\\b${name}\\(`).test(textOf(file)));

describe('every route handler checks the user', () => {
  const handlers = below('app/api', /\/route\.ts$/);
  const ruleOf = (file: string) => routePolicy[`/api/${file.slice('app/api/'.length, -'/route.ts'.length)}`];

  test('there are route handlers', () => expect(handlers.length).toBeGreaterThan(14));

  test.each(handlers)('%s', (file) => {
    const rule = ruleOf(file);
    expect(rule, 'a rule in lib/access/policy.ts').toBeDefined();
    if (rule && ['anyone', 'public setting', 'link and code', 'token'].includes(rule)) return;
    const seen = closure(file, /^(lib\/(gateway|upstream|session|account-api)|app\/api)\//);
    // The account route handlers read more of the session, in one place of their own.
    expect([...calling(seen, 'userOf'), ...calling(seen, 'readStanding')]).not.toEqual([]);
  });

  test('the list of public routes is complete', () => {
    const open = Object.keys(routePolicy).filter((path) => routePolicy[path] === 'anyone');
    expect(open.sort()).toEqual(anyone.sort());
    const bySetting = Object.keys(routePolicy).filter((path) => routePolicy[path] === 'public setting');
    expect(bySetting).toEqual(['/api/public/verify']);
    const byLink = Object.keys(routePolicy).filter((path) => routePolicy[path] === 'link and code');
    expect(byLink).toEqual(['/api/public/file', '/api/public/file/content']);
    const text = textOf('lib/gateway/runs/sent-file.ts');
    for (const handler of text.split('export async function handle').slice(1))
      expect(handler).toContain("if (!(await readSetting(pool, 'sending'))) throw refused();");
  });
});

/** Routes without a user: sign-in, monitoring, the description of the interface. */
const anyone = [
  '/api/[...path]',
  '/api/account/sign-in/[step]',
  '/api/auth/[...nextauth]',
  '/api/health',
  '/api/health/ready',
  '/api/openapi.json',
];

describe('every page checks the user, and every issuer page the access to that issuer', () => {
  const isPublic = (file: string) => file.startsWith('app/(public)/');
  const pages = below('app', /\/page\.tsx$/).filter(
    (file) => !file.startsWith('app/(auth)/') && !isPublic(file),
  );

  test('the list of public pages is complete, and each is behind its setting', () => {
    expect(
      below('app', /\/page\.tsx$/)
        .filter(isPublic)
        .sort(),
    ).toEqual(['app/(public)/public/file/page.tsx', 'app/(public)/public/verify/page.tsx']);
    const text = textOf('features/verify/public-verify-page.tsx');
    expect(text).toContain('if (!publicVerification) notFound()');
    expect(textOf('features/sending/public-file-page.tsx')).toContain(
      "if (!(await readSetting(store(), 'sending'))) notFound()",
    );
  });

  test('there are pages', () => expect(pages.length).toBeGreaterThan(30));

  // The layout checks as well, but Next does not render it again for every page.
  test.each(pages)('%s', (file) => {
    const seen = closure(file, /^(app\/(?!.*layout)|features\/|components\/page\/)/);
    expect(calling(seen, 'requireUser'), 'calls of requireUser').not.toEqual([]);
    if (file.includes('[issuer]'))
      expect(calling(seen, 'requireIssuer'), 'calls of requireIssuer').not.toEqual([]);
  });
});

describe('every call to the registry is authorized', () => {
  const product = ['app', 'features', 'components', 'lib'].flatMap((folder) =>
    below(folder, /(?<!\.test)\.tsx?$/),
  );
  const callers = (name: string) =>
    calling(new Set(product), name).filter((file) => !file.endsWith(`/${ownFile[name]}`));
  const ownFile: Record<string, string> = {
    callUpstream: 'call.ts',
    exchange: 'call.ts',
    fetchFile: 'call.ts',
    performRead: 'perform.ts',
    performUpload: 'documents.ts',
    performFile: 'documents.ts',
  };

  test('only these files call it', () => {
    // Writes and their look-ups are reached through write.ts and resolve-outcome.ts, after the gateway's decision.
    // control-book-file.ts decides as for the report that it reads. known-issuers.ts returns nothing to a user: it only refuses an issuance or a grant (write.ts, accounts).
    // public-verification.ts returns certificates and the name of one issuer, to whom its setting allows.
    expect(callers('callUpstream').sort()).toEqual(
      [
        'documents',
        'known-issuers',
        'perform',
        'reveal',
        'runs/public-verification',
        'summaries/control-book-file',
        'writes/issuances',
        'writes/precheck-write',
        'writes/send-write',
      ].map((name) => `lib/gateway/${name}.ts`),
    );
    expect(callers('fetchFile')).toEqual(['lib/gateway/documents.ts']);
    // Asks what a registry has; a user gets nothing of the response.
    expect(callers('exchange')).toEqual(['lib/upstream/agent-operations.ts']);
  });

  test.each(['performRead', 'performReport', 'performWrite', 'performUpload', 'performFile'])(
    'every caller of %s checks the policy first',
    (name) => {
      const files = callers(name).filter((file) => !/\/(perform|write)\.ts$/.test(file));
      expect(files.length).toBeGreaterThan(0);
      const silent = files.filter(
        (file) => !/\b(authorizeRequest|authorizeRead|authorizeOperation|decide)\(/.test(textOf(file)),
      );
      expect(silent).toEqual([]);
    },
  );

  test('pages and route handlers use these modules only', () => {
    const inner = [
      'upstream/call',
      'upstream/http-client',
      'upstream/token',
      'upstream/upstream',
      'gateway/perform',
      'gateway/writes/send-write',
      'gateway/writes/resolve-outcome',
      'gateway/summaries/verify-ownership',
    ].map((name) => `lib/${name}.ts`);
    expect(inner.filter((file) => !existsSync(file))).toEqual([]);
    const outside = product
      .filter((file) => !file.startsWith('lib/'))
      .flatMap((file) => importsOf(file, { types: false }))
      .filter((file) => inner.includes(file));
    expect(outside).toEqual([]);
  });

  test('role names are used in lib/access only', () => {
    const byName = product.filter(
      (file) =>
        !file.startsWith('lib/access/') &&
        /\.role\s*(===|!==)\s*'|case '(ta-admin|ta-operator|issuer-officer|issuer-viewer)'/.test(
          textOf(file),
        ),
    );
    expect(byName).toEqual([]);
  });
});
