import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

// docs/architecture.md, "Who may import whom". A file belongs to the longest listed prefix of its path; it may
// import that folder, libraries, and the folders listed. An unlisted folder fails, so that a new one is added
// on purpose.
const ANY = ['*'];
const RULES: Record<string, string[]> = {
  'lib/contract': [],
  'lib/format': [],
  'lib/sheet': [],
  'lib/postgres': ['lib/net', 'lib/data-dir'],
  'lib/metrics': [],
  'lib/access': ['lib/contract'],
  'lib/net': [],
  'lib/data-dir': [],
  'lib/env': ['lib/net', 'lib/data-dir'],
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
  'lib/runs': ['lib/env', 'lib/store', 'lib/access', 'lib/contract', 'lib/postgres', 'lib/api', 'lib/sheet'],
  'lib/outbox': ['lib/env', 'lib/store', 'lib/access', 'lib/contract', 'lib/postgres'],
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
  'lib/api': ['lib/contract', 'lib/transport'],
  'lib/reports': ['lib/contract', 'lib/format'],
  'lib/routes': ['lib/format'],
  'components/ui': [],
  'components/table': ['components/ui', 'lib/format', 'lib/sheet'],
  'components/form': ['components/ui', 'lib/format'],
  'components/charts': ['components/ui', 'lib/format'],
  'components/pickers': ['components/ui', 'components/form', 'lib/format', 'lib/api', 'lib/contract'],
  'components/schema-form': [
    'components/ui',
    'components/form',
    'components/pickers',
    'lib/format',
    'lib/api',
    'lib/contract',
  ],
  'components/shell': ['components/ui', 'lib/routes', 'lib/access', 'lib/format'],
  'app/api': ['lib'],
  app: ['components', 'lib'],
  'proxy.ts': ['lib'],
  'registry/ledger': ['registry/db', 'lib/format', 'lib/postgres'],
  'registry/queries': ['registry/db', 'lib/format', 'lib/postgres'],
  'registry/db': ['lib/postgres', 'lib/format'],
  'registry/seed': ['registry/db', 'registry/ledger', 'lib/format', 'lib/postgres'],
  'registry/check': [
    'registry/ledger',
    'registry/queries',
    'registry/handlers',
    'registry/db',
    'lib/format',
    'lib/postgres',
  ],
  'registry/render': ['lib/sheet', 'lib/format'],
  registry: [
    'registry',
    'lib/contract',
    'lib/format',
    'lib/sheet',
    'lib/postgres',
    'lib/metrics',
    'lib/net',
    'lib/data-dir',
  ],
  tests: ANY,
  e2e: ANY,
  bench: ANY,
  scripts: ANY,
};

const ROOTS = ['app', 'components', 'lib', 'registry', 'tests', 'e2e', 'bench', 'scripts'];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sources(path);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : [];
  });
}

const files = [
  ...ROOTS.flatMap((root) => (exists(root) ? sources(root) : [])),
  ...(exists('proxy.ts') ? ['proxy.ts'] : []),
];
const product = files.filter((file) => /^(app|components|lib|registry|proxy)/.test(file) && !isTest(file));

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isTest(file: string): boolean {
  return /(\.test\.tsx?|-for-tests\.ts)$/.test(file) || file.includes('/fixtures/');
}

function roomOf(path: string): string | undefined {
  const names = Object.keys(RULES).filter(
    (room) => path === room || path.startsWith(`${room}.`) || path.startsWith(`${room}/`),
  );
  return names.sort((a, b) => b.length - a.length)[0];
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/(?:from\s+|import\s*\(\s*|^import\s+)'([^']+)'/gm);
  return [...found].flatMap(([, target]) => {
    if (target?.startsWith('#lib/')) return [`lib/${target.slice(5)}`];
    if (target?.startsWith('@/')) return [target.slice(2)];
    if (target?.startsWith('.')) return [normalize(join(dirname(file), target))];
    return [];
  });
}

function mayImport(from: string, to: string, path: string): boolean {
  const allowed = RULES[from] ?? [];
  if (allowed === ANY || from === to) return true;
  // Stand-alone scripts and tests in a folder are leaves: nothing imports them.
  return allowed.some((room) => path === room || path.startsWith(`${room}/`) || path.startsWith(`${room}.`));
}

describe('rooms', () => {
  test('every source file belongs to a room', () => {
    expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  test('imports follow the table', () => {
    const wrong = files
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        importsOf(file)
          .filter((target) => roomOf(target) && !mayImport(roomOf(file) ?? '', roomOf(target) ?? '', target))
          .map((target) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  test('nothing of the dashboard imports the registry', () => {
    const wrong = product.filter(
      (file) => !file.startsWith('registry') && importsOf(file).some((t) => t.startsWith('registry')),
    );
    expect(wrong).toEqual([]);
  });

  test('an area of the dashboard never imports another area', () => {
    const area = (path: string) => path.match(/^app\/\(dashboard\)\/([^/]+)\//)?.[1];
    const wrong = product.flatMap((file) =>
      importsOf(file)
        .filter((target) => area(file) && area(target) && area(file) !== area(target))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});

describe('seams', () => {
  test('the product calls out in exactly two places: the browser client and the server forward', () => {
    const callers = product.filter((file) => {
      const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
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
        /['"`/]api\/v1\b/i.test(readFileSync(file, 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  test('process.env is read in the environment files only', () => {
    const wrong = product.filter(
      (file) =>
        /process\.env\b/.test(readFileSync(file, 'utf8')) &&
        !['lib/env.ts', 'registry/env.ts', 'lib/postgres/run-mode.ts'].includes(file),
    );
    expect(wrong).toEqual([]);
  });

  test('what is made for tests is imported by tests alone', () => {
    const wrong = product.filter((file) => importsOf(file).some((path) => /-for-tests(\.ts)?$/.test(path)));
    expect(wrong).toEqual([]);
  });

  test('there is no Server Action', () => {
    expect(product.filter((file) => /^\s*['"]use server['"]/m.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  test('server rooms cannot be bundled for the browser', () => {
    const rooms = ['lib/upstream/gateway.ts', 'lib/session/current.ts'];
    expect(rooms.filter((file) => exists(file) && !/server-only/.test(readFileSync(file, 'utf8')))).toEqual(
      [],
    );
  });
});

describe('shape', () => {
  test('no folder or file has a name that says nothing', () => {
    const vague = /(^|\/)(utils?|helpers?|misc|constants|manager|service|common|types)(\/|\.tsx?$)/;
    expect(files.filter((file) => vague.test(file))).toEqual([]);
  });

  test('files stay within their ceiling', () => {
    const long = files.filter((file) => {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
      return lines > 400;
    });
    expect(long).toEqual([]);
  });

  test('rooms are at most two folders deep outside app/', () => {
    const deep = files.filter((file) => !file.startsWith('app/') && file.split('/').length > 5);
    expect(deep).toEqual([]);
  });

  test('nothing is left unfinished', () => {
    const wrong = product.filter((file) => /\b(TODO|FIXME|XXX)\b/.test(readFileSync(file, 'utf8')));
    expect(wrong).toEqual([]);
  });
});
