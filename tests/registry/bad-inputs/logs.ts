import { afterAll, expect } from 'vitest';
import type { Registry } from '../boot.ts';

/** After all tests of the file, no line that the registry logged holds a query value, a token or a code. */
export function logs(registry: () => Registry): void {
  afterAll(async () => {
    await registry().call('/api/v1/Issuer/GetIssuerBalance?CustomerIssuerId=1001&canary=CANARY-77');
    const text = JSON.stringify(registry().log);
    expect(text).toContain('GetIssuerBalance');
    expect(text).not.toMatch(/CANARY-77|demo-agent-secret|DownloadReport\/[0-9a-f]{8}/);
    expect(text).not.toContain(await registry().tokenFor('demo-agent'));
  });
}
