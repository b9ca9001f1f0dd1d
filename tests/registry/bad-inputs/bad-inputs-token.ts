import { expect } from 'vitest';
import type { Registry, TestResponse } from '../boot.ts';
import { type Row, wellSpoken } from './bad-inputs.ts';

const right = {
  grant_type: 'client_credentials',
  client_id: 'demo-agent',
  client_secret: 'demo-agent-secret',
};
const form = 'application/x-www-form-urlencoded';

/** Rows 25 to 27: the token call, on a separate service so that its guesses slow down no other test. */
export const tokenRows: readonly Row[] = [
  {
    id: 25,
    about: 'token calls in another form: the reason, and never the secret',
    why: 'GET is 405 with Allow like at every other address',
    also: (registry) =>
      apart(registry, async (call) => {
        const { grant_type, client_id, client_secret } = right;
        const text = String(new URLSearchParams(right));
        for (const [body, error, type, query] of [
          [JSON.stringify(right), 'invalid_request', 'application/json'],
          [text, 'invalid_request', 'text/plain'],
          ['', 'invalid_request'],
          [String(new URLSearchParams({ client_id, client_secret })), 'invalid_request'],
          [String(new URLSearchParams({ grant_type, client_secret })), 'invalid_request'],
          [String(new URLSearchParams({ grant_type, client_id })), 'invalid_request'],
          [text.replace('client_credentials', 'password'), 'unsupported_grant_type'],
          [text.replace('client_credentials', 'refresh_token'), 'unsupported_grant_type'],
          [`${text}&client_id=demo-agent`, 'invalid_request'],
          [`${text}&client_id=demo-readonly`, 'invalid_request'],
          [`${text}&CLIENT_ID=demo-readonly`, 'invalid_request'],
          [`${text}&client_secret=x`, 'invalid_request'],
          [`${text}&scope=read&scope=read`, 'invalid_request'],
          [`${text}&scope=everything`, 'invalid_scope'],
          [text, 'invalid_request', form, `?client_secret=${client_secret}`],
          ['', 'invalid_request', form, `?${text}`],
        ] as [string, string, string?, string?][]) {
          const response = await call(body, type, query);
          expect([body, response.status, response.body]).toEqual([
            body,
            400,
            expect.objectContaining({ error }),
          ]);
          expect(response.text).not.toContain(client_secret);
        }
        const bought = await call(text);
        expect([bought.status, bought.body]).toEqual([
          200,
          {
            access_token: expect.stringMatching(/^[\w-]{43}$/),
            token_type: 'Bearer',
            expires_in: 3600,
            scope: 'read write agent issuer:*',
          },
        ]);
        expect((await call(undefined)).status).toBe(405);
        expect((await call(undefined, form, `?${text}`)).status).toBe(405);
      }),
  },
  {
    id: 26,
    about: 'a thousand wrong secrets: each refused, nearly all unread',
    why: 'the throttle answers 429 with Retry-After, apart from the limit of the other calls',
    also: (registry) =>
      apart(registry, async (call) => {
        const guess = (secret: string) =>
          call(String(new URLSearchParams({ ...right, client_secret: secret })));
        expect((await guess(right.client_secret)).status).toBe(200);
        const statuses = new Map<number, number>();
        for (let batch = 0; batch < 20; batch += 1) {
          const responses = await Promise.all(
            Array.from({ length: 50 }, (_, at) => guess(`guess ${batch} ${at}`)),
          );
          for (const { status, headers, body } of responses) {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
            if (status === 401) expect(body).toMatchObject({ error: 'invalid_client' });
            if (status === 429) expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
          }
        }
        expect([...statuses.keys()].sort()).toEqual([401, 429]);
        expect(statuses.get(429)).toBeGreaterThan(900);
        expect((await guess(right.client_secret)).status).toBe(200);
      }),
  },
  {
    id: 27,
    about: 'client ids that no client can have',
    also: (registry) =>
      apart(registry, async (call) => {
        for (const [client_id, status] of [
          ['a\0b', 400],
          ['\ufffd', 400],
          ['x'.repeat(10_000), 400],
          ['', 400],
          ['Ünïcode 株', 401],
          ['demo-agent ', 401],
          ['DEMO-AGENT', 401],
          ["' or 1=1 --", 401],
        ] as const) {
          const response = await call(String(new URLSearchParams({ ...right, client_id })));
          const error = status === 401 ? 'invalid_client' : 'invalid_request';
          const text = [client_id.slice(0, 20), response.status, (response.body as { error: string }).error];
          expect(text).toEqual([client_id.slice(0, 20), status, error]);
        }
        expect((await call(`${new URLSearchParams(right)}&client_id=%ff`)).status).toBe(400);
      }),
  },
];

type Call = (body: string | undefined, type?: string, query?: string) => Promise<TestResponse>;

async function apart(registry: Registry, use: (call: Call) => Promise<void>): Promise<void> {
  const { baseUrl, close } = await registry.another({ publicUrl: undefined });
  try {
    await use(async (body, type = form, query = '') => {
      const response = await fetch(`${baseUrl}/connect/token${query}`, {
        ...(body !== undefined && { method: 'POST', headers: { 'content-type': type }, body }),
      });
      const text = await response.text();
      const reply = { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
      wellSpoken(reply);
      return reply;
    });
  } finally {
    await close(0);
  }
}
