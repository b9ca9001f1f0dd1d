import { expect, test } from 'vitest';
import type { Registry } from '../boot.ts';

/** What the registry logs about its callers, after all other tests. */
export function logs(registry: () => Registry): void {
  test('no log line holds a query value, a token or a code', async () => {
    await registry().call('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001&canary=CANARY-77');
    const text = JSON.stringify(registry().log);
    expect(text).toContain('GetIssuerBalance');
    expect(text).not.toMatch(/CANARY-77|demo-agent-secret|DownloadReport\/[0-9a-f]{8}/);
    expect(text).not.toContain(await registry().tokenFor('demo-agent'));
  });
}
