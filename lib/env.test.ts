import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readEnv } from './env.ts';

const away = {
  REGISTRY_BASE_URL: 'https://registry.example/agent/',
  REGISTRY_CLIENT_ID: 'a',
  REGISTRY_CLIENT_SECRET: 'b',
};

test('without settings: loopback addresses, the embedded registry, its demo client', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    secureCookies: false,
    databaseUrl: null,
    registry: {
      baseUrl: 'http://127.0.0.1:4010',
      embedded: true,
      demo: true,
      environment: 'Demo',
      client: { id: 'demo-agent', secret: 'demo-agent-secret' },
      keepsClient: false,
      reader: null,
    },
    runKeepDays: 7,
  });
});

test('an external registry keeps its path prefix and needs a client of its own', () => {
  const { registry } = readEnv(away);
  expect(registry).toMatchObject({
    baseUrl: 'https://registry.example/agent',
    embedded: false,
    demo: false,
    client: { id: 'a', secret: 'b' },
    keepsClient: false,
  });
});

test.each([
  [{ REGISTRY_DEMO: '0' }, false],
  [{ REGISTRY_DATABASE_URL: 'postgresql://books.example/registry' }, false],
  [{ REGISTRY_DATABASE_URL: 'postgresql://books.example/registry', REGISTRY_DEMO: '1' }, true],
  [{ ...away, REGISTRY_DEMO: '1' }, false],
])('%o: the demo is on %s', (source, demo) => {
  expect(readEnv(source as Record<string, string>).registry.demo).toBe(demo);
});

test('addresses follow host and port, and empty means unset', () => {
  expect(readEnv({ PORT: '8080', HOST: '0.0.0.0', NEXTAUTH_URL: '' }).publicUrl).toBe(
    'http://127.0.0.1:8080',
  );
  expect(readEnv({ NEXTAUTH_URL: 'https://books.example/' })).toMatchObject({
    publicUrl: 'https://books.example',
    secureCookies: true,
  });
});

test('the clock can be fixed in tests only', () => {
  const REGISTRY_CLOCK = '2026-11-20T17:00:00Z';
  const at = new Date(REGISTRY_CLOCK);
  expect(readEnv({}).registry.fixedNow).toBeNull();
  expect(readEnv({ REGISTRY_CLOCK, NODE_ENV: 'test' }).registry.fixedNow).toEqual(at);
  expect(readEnv({ REGISTRY_CLOCK, NODE_ENV: 'production', SHAREBOOK_TEST: '1' }).registry.fixedNow).toEqual(
    at,
  );
  for (const NODE_ENV of ['production', 'development', undefined])
    expect(() => readEnv({ REGISTRY_CLOCK, NODE_ENV })).toThrow('REGISTRY_CLOCK may be set only');
  expect(() => readEnv({ REGISTRY_CLOCK: 'noon', NODE_ENV: 'test' })).toThrow('REGISTRY_CLOCK');
});

test('a provider, a second factor and proxies are off until configured', () => {
  expect(readEnv({})).toMatchObject({ oidc: null, secondFactor: 'none', trustedProxies: [] });
  expect(
    readEnv({
      OIDC_ISSUER: 'https://id.example/realm/',
      OIDC_CLIENT_ID: 'sharebook',
      OIDC_CLIENT_SECRET: 's',
      REQUIRE_TOTP: '1',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    }),
  ).toMatchObject({
    // An ID token repeats its issuer character by character.
    oidc: { issuer: 'https://id.example/realm/', clientId: 'sharebook', clientSecret: 's' },
    secondFactor: 'agent',
    trustedProxies: ['10.0.0.0/8', '::1'],
  });
});

test.each([
  [{}, 'none'],
  [{ HOST: '::1' }, 'none'],
  [{ HOST: 'localhost' }, 'none'],
  [{ HOST: '0.0.0.0' }, 'agent'],
  [{ HOST: '::' }, 'agent'],
  [{ HOST: '192.0.2.7', REQUIRE_TOTP: '0' }, 'agent'],
  [{ HOST: '0.0.0.0', REQUIRE_SECOND_FACTOR: 'none' }, 'none'],
  [{ HOST: '0.0.0.0', REQUIRE_SECOND_FACTOR: 'all' }, 'all'],
  [{ REQUIRE_SECOND_FACTOR: 'agent' }, 'agent'],
  [{ REQUIRE_TOTP: '1' }, 'agent'],
  [{ REQUIRE_TOTP: '1', REQUIRE_SECOND_FACTOR: 'all' }, 'all'],
])('second factor required with %o: %s', (source, rule) => {
  // Listening beyond loopback requires further settings; an https address avoids them in these tests.
  const given = { NEXTAUTH_URL: 'https://books.example', ...source };
  expect(readEnv(given as Record<string, string>).secondFactor).toBe(rule);
});

test('mail is off until server and sender are set', () => {
  expect(readEnv({}).mail).toBeNull();
  const MAIL_FROM = 'Sharebook <notices@agent.example>';
  expect(readEnv({ SMTP_URL: 'smtps://a:b%40c@mail.example:465', MAIL_FROM }).mail).toEqual({
    url: 'smtps://a:b%40c@mail.example:465',
    from: MAIL_FROM,
  });
});

const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'canary' };

test.each([
  [{ ...provider, OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_SECRET'],
  [{ ...provider, OIDC_ISSUER: '' }, 'OIDC_ISSUER'],
  [{ ...provider, OIDC_ISSUER: 'http://canary.example' }, 'OIDC_ISSUER'],
  [{ ...provider, OIDC_ISSUER: 'canary' }, 'OIDC_ISSUER'],
  [{ SMTP_URL: 'smtp://canary.example' }, 'MAIL_FROM'],
  [{ MAIL_FROM: 'canary@agent.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'https://canary.example', MAIL_FROM: 'a@agent.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://canary.example/a?b', MAIL_FROM: 'a@agent.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'canary' }, 'MAIL_FROM'],
  [{ REQUIRE_TOTP: 'canary' }, 'REQUIRE_TOTP'],
  [{ REQUIRE_SECOND_FACTOR: 'canary' }, 'REQUIRE_SECOND_FACTOR'],
  [{ REQUIRE_SECOND_FACTOR: 'none', REQUIRE_TOTP: '1' }, 'REQUIRE_SECOND_FACTOR'],
  [{ TRUSTED_PROXIES: 'canary' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.1,' }, 'TRUSTED_PROXIES'],
  [{ PORT: 'abc' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: '4190' }, 'PORT'],
  [{ REGISTRY_DEMO: 'canary' }, 'REGISTRY_DEMO'],
  [{ ALLOW_DEMO_BEYOND_LOOPBACK: 'canary' }, 'ALLOW_DEMO_BEYOND_LOOPBACK'],
  [{ ALLOW_PLAIN_HTTP: 'canary' }, 'ALLOW_PLAIN_HTTP'],
  [{ ALLOW_DATABASE_SUPERUSER: 'canary' }, 'ALLOW_DATABASE_SUPERUSER'],
  [{ METRICS_PORT: 'canary' }, 'METRICS_PORT'],
  [{ RUN_KEEP_DAYS: '0' }, 'RUN_KEEP_DAYS'],
  [{ REQUEST_SECONDS: '0' }, 'REQUEST_SECONDS'],
  [{ READER_SECONDS: '0' }, 'READER_SECONDS'],
  [{ READER_SECONDS: '1.5' }, 'READER_SECONDS'],
  [{ NEXTAUTH_SECRET_PREVIOUS: 'canary' }, 'NEXTAUTH_SECRET_PREVIOUS'],
  [{ NEXTAUTH_URL: 'books.example' }, 'NEXTAUTH_URL'],
  [{ NEXTAUTH_URL: 'https://books.example/app' }, 'NEXTAUTH_URL'],
  [{ NEXTAUTH_SECRET: 'short-canary' }, 'NEXTAUTH_SECRET'],
  [{ DATABASE_URL: 'mysql://canary' }, 'DATABASE_URL'],
  [{ AUDIT_SEAL_URL: 'http://seals.example/' }, 'AUDIT_SEAL_URL must be an https address'],
  [{ AUDIT_SEAL_MINUTES: '0' }, 'AUDIT_SEAL_MINUTES'],
  [{ AUDIT_SEAL_KEY: 'canary' }, 'AUDIT_SEAL_KEY'],
  [{ DATABASE_OWNER_URL: 'postgres://canary@db/dashboard' }, 'DATABASE_OWNER_URL needs DATABASE_URL'],
  [{ REGISTRY_BASE_URL: 'https://registry.example' }, 'REGISTRY_CLIENT_ID'],
  [{ ...away, REGISTRY_BASE_URL: 'https://u:canary@registry.example' }, 'REGISTRY_BASE_URL'],
  [{ ...away, REGISTRY_BASE_URL: 'file:///canary' }, 'REGISTRY_BASE_URL'],
  [{ REGISTRY_CLIENT_ID: 'canary' }, 'REGISTRY_CLIENT'],
  [{ REGISTRY_READER_CLIENT_SECRET: 'canary' }, 'REGISTRY_READER_CLIENT'],
])('%o stops the start and names the variable, not its value', (source, name) => {
  let message = '';
  try {
    readEnv(source as Record<string, string>);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(message).toContain(name);
  expect(message).not.toContain('canary');
});

test('without the demo the embedded registry gets a client of its own, unless one is set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-client-'));
  const off = { DATA_DIR: folder, REGISTRY_DEMO: '0' };
  const file = join(folder, 'registry-client-secret');
  const { client, keepsClient, environment } = readEnv(off).registry;
  expect([client.id, keepsClient, environment, existsSync(file)]).toEqual([
    'dashboard',
    true,
    'Production',
    false,
  ]);
  expect(client.secret).toMatch(/^[\w-]{43}$/);
  expect(readEnv(off).registry.client.secret).toBe(client.secret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const given = { ...off, REGISTRY_CLIENT_ID: 'desk', REGISTRY_CLIENT_SECRET: 's' };
  expect(readEnv(given).registry).toMatchObject({
    client: { id: 'desk', secret: 's' },
    keepsClient: false,
  });
  rmSync(folder, { recursive: true, force: true });
});

describe('cookie secret', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-'));
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
    rmSync(join(folder, 'auth-secret'), { force: true });
  });

  test('is created once, readable by its owner only, and forwarded hosts are not trusted', async () => {
    vi.stubEnv('DATA_DIR', folder);
    vi.stubEnv('NEXTAUTH_SECRET', '');
    vi.stubEnv('AUTH_TRUST_HOST', 'true');
    const [first] = (await import('./env.ts')).authSecrets();
    vi.resetModules();
    expect((await import('./env.ts')).authSecrets()).toEqual([first]);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(join(folder, 'auth-secret'), 'utf8')).toBe(first);
    expect(statSync(join(folder, 'auth-secret')).mode & 0o777).toBe(0o600);
    expect(process.env.AUTH_TRUST_HOST).toBeUndefined();
    expect(process.env.NEXTAUTH_URL).toBe('http://127.0.0.1:3000');
  });

  test('comes first, the previous one second; a repeated one counts once', async () => {
    const [present, former] = ['p'.repeat(32), 'f'.repeat(32)];
    vi.stubEnv('NEXTAUTH_SECRET', present);
    vi.stubEnv('NEXTAUTH_SECRET_PREVIOUS', former);
    expect((await import('./env.ts')).authSecrets()).toEqual([present, former]);
    vi.resetModules();
    vi.stubEnv('NEXTAUTH_SECRET_PREVIOUS', present);
    expect((await import('./env.ts')).authSecrets()).toEqual([present]);
  });
});
