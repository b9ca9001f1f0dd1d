import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// deploy/ names commands, files and variables of the project. This checks that they exist; no image is built.
const read = (path: string) => readFileSync(path, 'utf8');
const compose = read('deploy/compose.yaml');
const docker = read('deploy/Dockerfile');
const units = readdirSync('deploy/systemd').map((name) => read(`deploy/systemd/${name}`));
const everything = [compose, docker, read('deploy/nginx/sharebook.conf'), ...units];

const known = new Set(
  ['lib/env.ts', 'registry/env.ts'].flatMap((path) =>
    [...read(path).matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  ),
);
const oursAlone = new Set(['NODE_ENV', 'NEXT_TELEMETRY_DISABLED']);

/** The lines of a service in the compose file. */
function serviceOf(name: string): string {
  const from = compose.indexOf(`\n  ${name}:\n`);
  const rest = compose.slice(from + 1);
  const end = rest.slice(3).search(/\n( {2})?\S/);
  return rest.slice(0, end + 3);
}

test('the environment files are scanned for variable names', () => {
  expect([...known]).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'REGISTRY_DATABASE_URL', 'TRUSTED_PROXIES']),
  );
});

describe.each([
  ['registry', 'registry/env.ts'],
  ['dashboard', 'lib/env.ts'],
])('the %s', (service, source) => {
  const lines = serviceOf(service);

  test('gets only variables it reads', () => {
    const named = [...lines.matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !read(source).includes(`  ${name}: `))).toEqual([]);
  });

  test('listens on the address it is called at', () => {
    const [, port = ''] = /^ {6}(?:REGISTRY_)?PORT: "(\d+)"/m.exec(lines) ?? [];
    expect(lines).toContain(`http://127.0.0.1:${port}/`);
    expect(docker).toMatch(new RegExp(`EXPOSE .*\\b${port}\\b`));
    expect(everything.join('\n')).toContain(`${service}:${port}`);
  });
});

test('every variable of an image or a unit is one that is read', () => {
  const named = [docker, ...units].flatMap((text) =>
    [...text.matchAll(/^(?:ENV|Environment=)(.*)$/gm)].flatMap(([, pairs = '']) =>
      [...pairs.matchAll(/\b([A-Z][A-Z0-9_]+)=/g)].map(([, name]) => name ?? ''),
    ),
  );
  expect(named.filter((name) => !known.has(name) && !oursAlone.has(name))).toEqual([]);
});

test('every secret of the compose file is in the example, without a value', () => {
  const requested = [...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name ?? '');
  const example = read('deploy/.env.example');
  for (const name of requested) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
  expect(example).not.toMatch(/(SECRET|PASSWORD|TOKEN)=\S/);
});

test('the programs use database roles that are created here and are no superusers', () => {
  const sql = read('deploy/postgres/1-roles.sql');
  for (const program of ['registry', 'dashboard']) {
    for (const kind of ['owner', 'app']) {
      const role = `${program}_${kind}`;
      expect(serviceOf(program)).toContain(
        `://${role}:$\{${role.toUpperCase()}_PASSWORD:?}@postgres:5432/${program}`,
      );
      expect(sql).toContain(`create role ${role} login;`);
    }
    expect(sql).toContain(`create database ${program} owner ${program}_owner `);
  }
  expect(serviceOf('registry')).toMatch(/# Plain http [^\n]*\n {6}ALLOW_PLAIN_HTTP: "1"/);
  expect(serviceOf('dashboard')).not.toContain('ALLOW_');
});

test('every file and command named exists', () => {
  const programs = everything.flatMap((text) =>
    [...text.matchAll(/\b((?:registry|scripts)\/[\w-]+\.(?:ts|mjs))\b/g)].map(([, path]) => path ?? ''),
  );
  expect(new Set(programs).size).toBeGreaterThanOrEqual(3);
  const mounted = [...compose.matchAll(/- \.\/((?!tls)[\w./-]+):/g)].map(([, path]) => `deploy/${path}`);
  expect(mounted).toHaveLength(2);
  expect([...programs, ...mounted].filter((path) => !existsSync(path))).toEqual([]);
  expect(docker).toContain('USER node');
});

test('stop timeouts are longer than the shutdown', () => {
  const drain = /drainMs = ([\d_]+);/.exec(read('registry/main.ts'))?.[1]?.replace('_', '');
  const seconds = Number(drain) / 1000 + 5;
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(seconds);
  for (const unit of units) expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThan(seconds);
});

test('nginx streams, sets the one trusted forwarded header, and hides the metrics', () => {
  const nginx = read('deploy/nginx/sharebook.conf');
  for (const line of ['proxy_buffering off', 'proxy_request_buffering off', 'X-Forwarded-For $remote_addr'])
    expect(nginx).toContain(line);
  expect(nginx).toMatch(/location = \/api\/metrics \{\s*return 404;/);
  const names = [...nginx.matchAll(/^ *server_name (.+);/gm)].map(([, name]) => name);
  expect(names).toHaveLength(1);
  expect(read('deploy/.env.example')).toContain(`PUBLIC_URL=https://${names[0]}\n`);
  expect(nginx).not.toMatch(/\$(http_)?host\b/);
  const subnet = /subnet: ([\d./]+)/.exec(compose)?.[1];
  expect(serviceOf('dashboard')).toContain(`TRUSTED_PROXIES: ${subnet}`);
});
