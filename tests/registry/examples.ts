import { expect, test } from 'vitest';
import { endpointIds, endpointOf } from '#lib/contract/index';
import { encodeRequest } from '#lib/contract/wire';
import { isServed } from '../../registry/handlers/index.ts';
import type { Registry } from './boot.ts';

/** The API page offers the contract's examples to try: each must work against the demo. */
export function examplesAnswer(registry: () => Registry): void {
  const shown = endpointIds.filter((id) => isServed(id) && endpointOf(id).kind !== 'download');
  test.each(shown)('the example of %s answers 200', async (id) => {
    const endpoint = endpointOf(id);
    const { method, path, search, body } = encodeRequest(endpoint, endpoint.example.request ?? {});
    const sent = body === undefined ? undefined : JSON.parse(body);
    const { status, text } = await registry().call(`${path}${search}`, { method, body: sent });
    expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    expect(text.length).toBeGreaterThan(2);
  });
}
