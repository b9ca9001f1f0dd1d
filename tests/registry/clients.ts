import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Registry } from './boot.ts';

const script = fileURLToPath(new URL('../../scripts/registry-clients.ts', import.meta.url));
const balance = '/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=';

/** The command works beside the running registry and takes effect at once (decisions, ruling 21). */
export function clients(registry: () => Registry): void {
  test('added, rotated, disabled: each change counts from the next request', async () => {
    const added = await run(
      'first-secret-of-it',
      'add',
      'audit',
      '--scope',
      'read',
      '--issuer',
      '1001',
      '--secret-stdin',
    );
    expect(added).toEqual({ status: 0, out: 'Client audit may read issuers 1001.\n', err: '' });
    const token = await buy('first-secret-of-it');
    expect(token.status).toBe(200);
    expect(await read(token, 1001)).toBe(200);
    expect(await read(token, 1004)).toBe(403);

    expect((await run('second-secret-of-it', 'rotate', 'audit', '--secret-stdin')).status).toBe(0);
    expect(await read(token, 1001)).toBe(401);
    expect((await buy('first-secret-of-it')).status).toBe(401);
    const fresh = await buy('second-secret-of-it');
    expect(await read(fresh, 1001)).toBe(200);

    expect((await run('', 'disable', 'audit')).status).toBe(0);
    expect(await read(fresh, 1001)).toBe(401);
    expect((await buy('second-secret-of-it')).status).toBe(401);
    expect((await run('', 'list')).out).toMatch(/^audit +read +1001 disabled$/m);
  });

  test.each([
    ['a name that is taken', ['add', 'demo-agent', '--scope', 'read', '--secret-stdin'], 'already'],
    ['a short secret', ['add', 'new', '--scope', 'read', '--secret-stdin'], '16 to 1024'],
    ['no scope', ['add', 'new', '--secret-stdin'], '--scope'],
    [
      'an issuer that is no number',
      ['add', 'new', '--scope', 'read', '--issuer', 'x', '--secret-stdin'],
      '"x"',
    ],
    ['a client that is not there', ['disable', 'nobody'], 'no client nobody'],
    ['an unknown option', ['add', 'new', '--admin'], '--admin'],
  ] as const)('%s is refused in one sentence', async (name, words, text) => {
    const secret = name === 'a short secret' ? 'short' : 'long-enough-secret';
    const { status, out, err } = await run(secret, ...words);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(text);
    expect(err).not.toMatch(/\n\s+at /);
  });

  async function run(secret: string, ...words: string[]) {
    const child = spawn(process.execPath, [script, ...words], {
      env: { ...process.env, DATA_DIR: registry().dataDir, REGISTRY_DATABASE_URL: '' },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdin.end(`${secret}\n`);
    const [status] = await once(child, 'close');
    return { status, out, err };
  }

  async function buy(secret: string): Promise<{ status: number; token: string }> {
    const form = { grant_type: 'client_credentials', client_id: 'audit', client_secret: secret };
    const response = await fetch(`${registry().origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const body = (await response.json()) as { access_token?: string };
    return { status: response.status, token: body.access_token ?? '' };
  }

  async function read({ token }: { token: string }, issuer: number): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await registry().call(`${balance}${issuer}`, { as: null, headers })).status;
  }
}
