import { expect, test } from 'vitest';
import { freePort } from '../app/running.ts';
import type { Registry } from './boot.ts';

const token = 'a token for the collector';

/** Who may read the metrics when the registry is reached from this machine. */
export function metrics(registry: () => Registry): void {
  const statusOf = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (response.ok) expect(text).toMatch(/^sharebook_registry_requests_running \d+$/m);
    return response.status;
  };

  test('without a configured token the path does not exist, on loopback either', async () => {
    const address = `${registry().origin}/metrics`;
    const absent = await fetch(`${registry().origin}/nothing`);
    const response = await fetch(address);
    const { traceId: _, ...body } = (await response.json()) as { traceId: string };
    const { traceId: __, ...nothing } = (await absent.json()) as { traceId: string };
    expect([response.status, body]).toEqual([absent.status, nothing]);
    expect(await statusOf(address, { authorization: 'Bearer undefined' })).toBe(404);
    expect(await statusOf(address, { authorization: 'Bearer ' })).toBe(404);
  });

  test('with a token it accepts only that one; its own port needs none and serves nothing else', async () => {
    const metricsPort = await freePort();
    const other = await registry().another({ metricsToken: token, metricsPort });
    try {
      const address = `http://127.0.0.1:${other.port}/metrics`;
      const own = `http://127.0.0.1:${metricsPort}`;
      expect([
        await statusOf(address),
        await statusOf(address, { authorization: 'Bearer another token altogether' }),
        await statusOf(address, { authorization: token }),
        await statusOf(address, { authorization: `Bearer ${token}` }),
      ]).toEqual([404, 404, 404, 200]);
      expect([
        await statusOf(`${own}/metrics`),
        await statusOf(`${own}/health`),
        await statusOf(`${own}/connect/token`),
        await statusOf(`${own}/docs`),
      ]).toEqual([200, 404, 404, 404]);
      await other.close(1000);
      await expect(fetch(`${own}/metrics`)).rejects.toThrow();
    } finally {
      await other.close(1000).catch(() => undefined);
    }
  });

  test('an own port in use stops the start with a message that names it', async () => {
    const metricsPort = registry().server.port;
    await expect(registry().another({ metricsPort })).rejects.toThrow('REGISTRY_METRICS_PORT');
  });
}
