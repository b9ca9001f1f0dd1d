import { expect, test } from 'vitest';
import type { RegistryServer } from '#registry/server';
import { buyToken, type Registry } from '../boot.ts';
import { wellSpoken } from './bad-inputs.ts';

const path = '/api/v1/Issuer/GetTransferAgentIssuers';

/** Request rate limits per caller. */
export function rates(registry: () => Registry): void {
  test('a client beyond its rate waits; other clients, token calls and invalid tokens are counted separately', async () => {
    await slow(3, async ({ baseUrl }) => {
      const [agent, reader] = await Promise.all(
        ['demo-agent', 'demo-readonly'].map((id) => registry().tokenFor(id)),
      );
      const wrong = await Promise.all(Array.from({ length: 40 }, () => call(baseUrl, 'Bearer wrong')));
      expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([401]));
      const responses = await Promise.all(Array.from({ length: 30 }, () => call(baseUrl, `Bearer ${agent}`)));
      const rejected = responses.filter(({ status }) => status === 429);
      expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(6);
      expect(rejected.length).toBeGreaterThan(10);
      for (const response of rejected) {
        expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
        wellSpoken(response);
      }
      expect((await call(baseUrl, `Bearer ${reader}`)).status).toBe(200);
      expect(await buyToken(baseUrl, 'demo-agent')).toMatch(/^[\w-]{43}$/);
    });
  });

  test('a burst is twice the rate, and is restored second by second', async () => {
    await slow(1, async ({ baseUrl }) => {
      const authorization = `Bearer ${await registry().tokenFor('demo-agent')}`;
      const responses = await Promise.all(Array.from({ length: 6 }, () => call(baseUrl, authorization)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
      expect(responses.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    });
  });

  test('a rejected request counts like any other', async () => {
    await slow(1, async ({ baseUrl }) => {
      const authorization = `Bearer ${await registry().tokenFor('demo-agent')}`;
      const bad = () => fetch(`${baseUrl}/api/v1/Issuer/GetIssuerBalance`, { headers: { authorization } });
      const statuses = await Promise.all(Array.from({ length: 8 }, bad));
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([400, 429]));
    });
  });

  test('wrong secrets do not use up the rate of the client they name', async () => {
    await slow(1, async ({ baseUrl }) => {
      const guess = (client_secret: string) =>
        fetch(`${baseUrl}/connect/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: 'demo-readonly',
            client_secret,
          }),
        });
      const statuses = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(`wrong ${at}`)));
      expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401, 429]));
      const token = await registry().tokenFor('demo-readonly');
      expect((await call(baseUrl, `Bearer ${token}`)).status).toBe(200);
    });
  });

  async function slow(ratePerSecond: number, use: (server: RegistryServer) => Promise<void>): Promise<void> {
    const server = await registry().another({ ratePerSecond, publicUrl: undefined });
    try {
      await use(server);
    } finally {
      await server.close(0);
    }
  }
}

async function call(baseUrl: string, authorization: string) {
  const response = await fetch(baseUrl + path, { headers: { authorization } });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}
