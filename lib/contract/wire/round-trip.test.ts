import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../endpoint.ts';
import { endpointIds, endpointOf } from '../index.ts';
import { decodeRequest, encodeRequest, parseJson, pathForms } from './index.ts';

type Fields = Record<string, unknown>;

describe.each(endpointIds)('%s', (id) => {
  const endpoint: Endpoint = endpointOf(id);

  test('its example is accepted by both sides, and means the same when sent upstream', () => {
    const given = endpoint.example.request ?? {};
    const asText = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const first = decodeRequest(
      endpoint,
      { params: asText, query: new URLSearchParams(endpoint.query ? asText : {}), body: given },
      { mode: 'gateway' },
    );
    if (!first.ok) throw new Error(JSON.stringify(first.fields));
    for (const retry of endpoint.retryOn400 ? [false, true] : [false]) {
      for (const path of pathForms(endpoint)) {
        const sent = encodeRequest(endpoint, first.value, { retry, path });
        const body = sent.body ?? '';
        const parsed = parseJson(body);
        const again = decodeRequest(
          endpoint,
          {
            params: asText,
            query: new URLSearchParams(sent.search),
            body:
              endpoint.kind === 'token' ? new URLSearchParams(body) : parsed.ok ? parsed.value : undefined,
          },
          { mode: 'registry' },
        );
        const expected = {
          ...(first.value as Fields),
          ...(retry && 'sortBy' in given ? { sortBy: 'SortName' } : {}),
        };
        expect(again).toEqual({ ok: true, value: expected });
      }
    }
  });

  test('each missing required field is named', () => {
    if (!endpoint.body || endpoint.fieldAliases) return;
    for (const [name, field] of Object.entries(endpoint.body.shape)) {
      if (field.safeParse(undefined).success) continue;
      const rest = { ...endpoint.example.request };
      delete rest[name];
      const result = decodeRequest(endpoint, { body: rest }, { mode: 'registry' });
      expect(result, name).toMatchObject({
        ok: false,
        fields: { [name]: [expect.stringMatching(/is required\.$/)] },
      });
    }
  });
});
