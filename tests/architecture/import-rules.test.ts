import { readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, textOf } from './imports.ts';

// docs/architecture.md, "Who may import whom". A file belongs to the longest listed prefix of its path; it may
// import that folder, libraries, and the folders listed. An unlisted folder fails, so that a new one is added
// on purpose.
const ANY = ['*'];
const PURE = ['lib/contract', 'lib/format', 'lib/proof', 'lib/register', 'lib/sheet'];
const BASIC = ['components/ui', 'components/form', 'lib/format', 'lib/sheet'];
const SHARED = [
  ...BASIC,
  'components/table',
  'components/charts',
  'components/data',
  'components/pickers',
  'components/register',
  'components/schema-form',
  'components/shell',
  'lib/access',
  'lib/api',
  'lib/contract',
  'lib/proof',
  'lib/register',
  'lib/reports',
  'lib/routes',
];
const RULES: Record<string, string[]> = {
  app: ['features', 'components', 'lib'],
  'proxy.ts': ['lib'],
  'server.ts': ['lib'],
  features: ['components', 'lib'],
  'components/ui': ['lib/format'],
  'components/table': BASIC,
  'components/form': BASIC,
  'components/charts': BASIC,
  'components/pickers': SHARED,
  'components/data': SHARED,
  'components/register': SHARED,
  'components/runs': SHARED,
  'components/schema-form': SHARED,
  'components/shell': SHARED,
  'components/step-up': SHARED,
  'components/holder-record': SHARED,
  'components/submission': [...SHARED, 'components/step-up'],
  // What pages do on the server before they render.
  'components/page': [...SHARED, 'components/holder-record', 'lib'],
  'lib/contract': [],
  'lib/format': [],
  'lib/proof': ['lib/format'],
  'lib/month-ends': ['lib/proof'],
  'lib/sheet': [],
  'lib/register': PURE,
  'lib/postgres': ['lib/net', 'lib/data-dir'],
  'lib/metrics': [],
  'lib/access': ['lib/contract'],
  'lib/net': [],
  'lib/mail': ['lib/net'],
  'lib/data-dir': [],
  'lib/env': ['lib/net', 'lib/data-dir', 'lib/format', 'lib/mail'],
  'lib/store': ['lib/postgres'],
  'lib/transport': ['lib/store', 'lib/metrics', 'lib/net'],
  'lib/session': [
    'lib/env',
    'lib/net',
    'lib/data-dir',
    'lib/store',
    'lib/access',
    'lib/contract',
    'lib/postgres',
    'lib/transport',
  ],
  'lib/audit': ['lib/env', 'lib/net', 'lib/store', 'lib/access', 'lib/contract', 'lib/postgres', 'lib/sheet'],
  'lib/runs': [
    'lib/env',
    'lib/store',
    'lib/access',
    'lib/contract',
    'lib/postgres',
    'lib/api',
    'lib/format',
    'lib/register',
    'lib/sheet',
  ],
  'lib/outbox': ['lib/env', 'lib/store', 'lib/access', 'lib/contract', 'lib/postgres'],
  'lib/drafts': ['lib/store', 'lib/postgres'],
  'lib/presence': ['lib/store', 'lib/postgres'],
  'lib/scenarios': ['lib/postgres', 'lib/register', 'lib/format'],
  'lib/upstream': [
    'lib/contract',
    'lib/access',
    'lib/session',
    'lib/audit',
    'lib/runs',
    'lib/outbox',
    'lib/env',
    'lib/store',
    'lib/api',
    'lib/postgres',
    'lib/reports',
    'lib/format',
    'lib/transport',
    'lib/metrics',
  ],
  'lib/gateway': [
    'lib/upstream',
    'lib/contract',
    'lib/access',
    'lib/session',
    'lib/audit',
    'lib/runs',
    'lib/outbox',
    'lib/drafts',
    'lib/mail',
    'lib/month-ends',
    'lib/presence',
    'lib/scenarios',
    'lib/env',
    'lib/store',
    'lib/api',
    'lib/postgres',
    'lib/reports',
    'lib/format',
    'lib/transport',
    'lib/metrics',
    'lib/proof',
    'lib/register',
    'lib/sheet',
  ],
  'lib/account-api': [
    'lib/access',
    'lib/api',
    'lib/audit',
    'lib/env',
    'lib/format',
    'lib/postgres',
    'lib/routes',
    'lib/session',
    'lib/store',
    'lib/transport',
    'lib/gateway',
    'lib/upstream',
  ],
  'lib/api': [...PURE, 'lib/transport'],
  'lib/reports': ['lib/contract', 'lib/format'],
  'lib/routes': ['lib/format'],
  // Loads the demo at the first start of a demo registry.
  'registry/main.ts': ['registry', 'lib', 'demo'],
  'registry/ledger': ['registry/db', 'lib/format', 'lib/postgres'],
  'registry/queries': ['registry/db', 'lib/format', 'lib/postgres', 'lib/proof'],
  'registry/db': ['lib/postgres', 'lib/format'],
  'registry/check': [
    'registry/ledger',
    'registry/queries',
    'registry/operations',
    'registry/db',
    'lib/format',
    'lib/postgres',
  ],
  'registry/render': ['lib/sheet', 'lib/format'],
  registry: [
    'registry',
    'lib/contract',
    'lib/format',
    'lib/proof',
    'lib/register',
    'lib/sheet',
    'lib/postgres',
    'lib/metrics',
    'lib/net',
    'lib/data-dir',
  ],
  tests: ANY,
  e2e: ANY,
  bench: ANY,
  demo: [
    'registry/db',
    'registry/ledger',
    'registry/items',
    'registry/depository',
    'registry/clock.ts',
    'lib/contract/agent',
    'lib/proof/depository',
    'lib/format',
    'lib/postgres',
  ],
  scripts: ANY,
};

// Types of what the server sends, imported by the code of the browser that reads it.
const RESPONSE_TYPES = [
  'lib/runs/view.ts',
  'lib/gateway/runs/batch-view.ts',
  'lib/gateway/writes/write-view.ts',
];

const ROOTS = [
  'app',
  'features',
  'components',
  'lib',
  'registry',
  'demo',
  'tests',
  'e2e',
  'bench',
  'scripts',
];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const files = [...ROOTS.flatMap((root) => (exists(root) ? sources(root) : [])), 'proxy.ts', 'server.ts'];
const product = files.filter(
  (file) => /^(app|features|components|lib|registry|proxy|server)/.test(file) && !isTest(file),
);

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isTest(file: string): boolean {
  return /(\.test\.tsx?|-for-tests\.ts)$/.test(file) || file.includes('/fixtures/');
}

function folderOf(path: string): string | undefined {
  const names = Object.keys(RULES).filter(
    (folder) => path === folder || path.startsWith(`${folder}.`) || path.startsWith(`${folder}/`),
  );
  return names.sort((a, b) => b.length - a.length)[0];
}

function mayImport(from: string, to: string, path: string): boolean {
  const allowed = RULES[from] ?? [];
  if (allowed === ANY || from === to) return true;
  // Stand-alone scripts and tests in a folder are leaves: nothing imports them.
  return allowed.some(
    (folder) => path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`),
  );
}

describe('folders', () => {
  test('every source file belongs to a listed folder', () => {
    expect(files.filter((file) => folderOf(file) === undefined)).toEqual([]);
  });

  test('imports follow the table', () => {
    const wrong = files
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => !RESPONSE_TYPES.includes(target))
          .filter(
            (target) => folderOf(target) && !mayImport(folderOf(file) ?? '', folderOf(target) ?? '', target),
          )
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('the dashboard does not import the registry', () => {
    const wrong = product.filter(
      (file) => !file.startsWith('registry') && importsOf(file).some((t) => t.startsWith('registry')),
    );
    expect(wrong).toEqual([]);
  });

  test('a feature imports another one by its index only', () => {
    const feature = (path: string) => path.match(/^features\/([^/]+)\//)?.[1];
    const wrong = product.flatMap((file) =>
      importsOf(file)
        .filter((target) => feature(file) && feature(target) && feature(file) !== feature(target))
        .filter((target) => !target.endsWith('/index.ts'))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('there are no import cycles, types included', () => {
    expect(cyclesOf(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
    expect(
      cyclesOf(
        new Map([
          ['a', ['b']],
          ['b', ['c', 'd']],
          ['c', []],
          ['d', ['a']],
        ]),
      ),
    ).toEqual([['a', 'b', 'd']]);
  });

  test('a relative import climbs one folder at most, except to a file in the root', () => {
    const wrong = files.filter((file) =>
      [...textOf(file).matchAll(/(?:from|import\()\s*'(\.\.\/\.\.\/[^']+)'/g)].some(([, target = '']) =>
        normalize(join(dirname(file), target)).includes('/'),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

/** Groups of files that import each other in a circle (Tarjan's algorithm). */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

describe('boundaries', () => {
  test('the product makes requests in two places: the browser client and the server’s HTTP client', () => {
    const callers = product.filter((file) => {
      const text = textOf(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
      const fetches = /(^|[^.\w])(u?fetch|request)\(/m.test(text) && /\bfetch\b/.test(text);
      return !file.startsWith('registry') && (fetches || /\.dispatch\(/.test(text));
    });
    expect(callers.sort()).toEqual(['lib/api/call.ts', 'lib/upstream/http-client.ts']);
  });

  test('no upstream path is written outside the contract', () => {
    const wrong = product.filter(
      (file) =>
        !file.startsWith('lib/contract') &&
        !file.startsWith('registry') &&
        /['"`/]api\/v1\b/i.test(textOf(file)),
    );
    expect(wrong).toEqual([]);
  });

  test('process.env is read in the environment files only', () => {
    const wrong = product.filter(
      (file) =>
        /process\.env\b/.test(textOf(file)) &&
        !['lib/env.ts', 'registry/env.ts', 'lib/postgres/embedded/run-mode.ts'].includes(file),
    );
    expect(wrong).toEqual([]);
  });

  test('test support is imported by tests only', () => {
    const wrong = product.filter((file) => importsOf(file).some((path) => /-for-tests(\.ts)?$/.test(path)));
    expect(wrong).toEqual([]);
  });

  test('there is no Server Action', () => {
    expect(product.filter((file) => /^\s*['"]use server['"]/m.test(textOf(file)))).toEqual([]);
  });

  test('server folders cannot be bundled for the browser', () => {
    const guarded = ['lib/gateway/gateway.ts', 'lib/session/current-user.ts'];
    expect(guarded.filter((file) => exists(file) && !/server-only/.test(textOf(file)))).toEqual([]);
  });
});

describe('text', () => {
  test('there are no open TODO markers', () => {
    const wrong = product.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(textOf(file)));
    expect(wrong).toEqual([]);
  });
});
