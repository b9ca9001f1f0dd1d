// Tests of the command registry:clients beside the running registry.

import { expect, test } from 'vitest';
import { withTransaction } from '#lib/postgres/pool';
import { keepClient } from '#registry/access/clients';
import type { Registry } from '../boot.ts';
import { command } from '../command.ts';

const balance = '/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=';

/** The command works beside the running registry and takes effect at once. */
export function clients(registry: () => Registry): void {
  const manage = command(registry, 'registry/clients');

  test('adding, rotating and disabling a client count from the next request', {
    tags: ['long'],
  }, async () => {
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

  test('scope and grants apply at the next request of a token issued before', async () => {
    const words = ['add', 'moving', '--scope', 'write', '--issuer', '1001', '--secret-stdin'];
    expect((await run('a-secret-that-stays', ...words)).status).toBe(0);
    const token = await buy('a-secret-that-stays', 'moving');
    const written = async () => (await call(token, '/api/v1/Shareholder/CreateOrUpdate', '{}')).status;
    expect([await read(token, 1001), await read(token, 1004), await written()]).toEqual([200, 403, 400]);

    const both = ['set-scope', 'moving', '--scope', 'read', '--issuer', '1001', '--issuer', '1004'];
    const changed = await run('', ...both);
    expect(changed).toEqual({ status: 0, out: 'Client moving may read issuers 1001, 1004.\n', err: '' });
    expect([await read(token, 1001), await read(token, 1004), await written()]).toEqual([200, 200, 403]);

    expect((await run('', 'set-scope', 'moving', '--scope', 'read', '--issuer', '1004')).status).toBe(0);
    expect([await read(token, 1001), await read(token, 1004)]).toEqual([403, 200]);
    expect((await run('', 'set-scope', 'moving', '--scope', 'read')).status).toBe(0);
    expect([await read(token, 1001), await read(token, 1008)]).toEqual([200, 200]);
    expect((await run('', 'list')).out).toMatch(/^moving +read +all issuers$/m);
  });

  test('with the demo off its clients are unknown, with it on they work again', async () => {
    const off = await registry().another({ demoClients: false });
    try {
      const at = `http://127.0.0.1:${off.port}`;
      const bought = await registry().tokenFor('demo-agent');
      const readBy = async (origin: string, token: string) =>
        (await fetch(`${origin}${balance}1001`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([await readBy(registry().origin, bought), await readBy(at, bought)]).toEqual([200, 401]);

      const words = ['add', 'lasting', '--scope', 'read', '--secret-stdin'];
      expect((await run('a-secret-that-lasts', ...words)).status).toBe(0);
      const own = await buy('a-secret-that-lasts', 'lasting', at);
      expect([own.status, await readBy(at, own.token)]).toEqual([200, 200]);
      const rejections = [];
      for (const id of ['demo-agent', 'demo-readonly', 'demo-issuer', 'nobody'])
        rejections.push(await rejectionOf(`${id}-secret`, id, at));
      expect(new Set(rejections.map((body) => JSON.stringify(body))).size).toBe(1);
      expect(rejections[0]).toMatchObject({ status: 401, error: 'invalid_client' });
      expect(await readBy(registry().origin, bought)).toBe(200);
    } finally {
      await off.close(1000);
    }
  });

  test('the list shows which clients belong to the demo and whether they work', async () => {
    const listed = (demo: string) => manage(['list'], '', { REGISTRY_DEMO: demo });
    expect((await listed('1')).out).toMatch(/^demo-issuer +write +1001 demo$/m);
    expect((await listed('0')).out).toMatch(
      /^demo-issuer +write +1001 demo, refused while REGISTRY_DEMO is 0$/m,
    );
  });

  test('a required client is created, kept or given its secret, and left alone when disabled', async () => {
    const { pool } = registry().database;
    const keep = (secret: string) =>
      withTransaction(pool, (db) =>
        keepClient(db, { id: 'kept', secret, scope: 'write', issuers: 'all' }, new Date()),
      );
    expect(await keep('the-first-kept-secret')).toBe(true);
    const token = await buy('the-first-kept-secret', 'kept');
    expect(await keep('the-first-kept-secret')).toBe(true);
    expect(await read(token, 1001)).toBe(200);
    expect((await run('', 'set-scope', 'kept', '--scope', 'read')).status).toBe(0);
    expect(await keep('the-second-kept-secret')).toBe(true);
    expect(await read(token, 1001)).toBe(401);
    expect((await buy('the-second-kept-secret', 'kept')).status).toBe(200);
    expect((await run('', 'list')).out).toMatch(/^kept +read +all issuers$/m);
    expect((await run('', 'disable', 'kept')).status).toBe(0);
    expect(await keep('the-second-kept-secret')).toBe(false);
    expect((await buy('the-second-kept-secret', 'kept')).status).toBe(401);
  });

  test('secrets are stored only as argon2id hashes, tokens and codes as digests', async () => {
    const { pool } = registry().database;
    await buy('demo-agent-secret', 'demo-agent');
    const { rows: stored } = await pool.query('select secret_hash from api_client');
    for (const { secret_hash } of stored) expect(secret_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const { rows: tokens } = await pool.query('select token_hash from api_token');
    expect(tokens.length).toBeGreaterThan(0);
    for (const { token_hash } of tokens) expect(token_hash).toMatch(/^[0-9a-f]{64}$/);
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
    ['rights for nobody', ['set-scope', 'nobody', '--scope', 'read'], 'no client nobody'],
    ['rights without a scope', ['set-scope', 'demo-agent'], '--scope'],
    ['a secret that is not given', ['rotate', 'demo-agent'], '--secret-stdin'],
    ['an unknown option', ['add', 'new', '--admin'], '--admin'],
  ] as const)('%s is rejected with one sentence', async (name, words, text) => {
    const secret = name === 'a short secret' ? 'short' : 'long-enough-secret';
    const { status, out, err } = await run(secret, ...words);
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain(text);
    expect(err).not.toMatch(/\n\s+at /);
  });

  function run(secret: string, ...words: string[]) {
    return manage(words, `${secret}\n`);
  }

  function requested(secret: string, client_id: string, origin: string): Promise<Response> {
    return fetch(`${origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret: secret }),
    });
  }

  async function buy(
    secret: string,
    client_id = 'audit',
    origin = registry().origin,
  ): Promise<{ status: number; token: string }> {
    const response = await requested(secret, client_id, origin);
    const body = (await response.json()) as { access_token?: string };
    return { status: response.status, token: body.access_token ?? '' };
  }

  async function rejectionOf(secret: string, client_id: string, origin: string) {
    const response = await requested(secret, client_id, origin);
    const { traceId: _, ...body } = (await response.json()) as { traceId: string };
    return { status: response.status, ...body };
  }

  async function call({ token }: { token: string }, path: string, body?: string) {
    return registry().call(path, { as: null, headers: { authorization: `Bearer ${token}` }, body });
  }

  async function read(token: { token: string }, issuer: number): Promise<number> {
    return (await call(token, `${balance}${issuer}`)).status;
  }
}
