import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operations, requests, responses } from '#tests/interface/operations';
import { endpointOf, interfaceIds } from './index.ts';
import { coreOf, itemOf, mayBeAbsent, mayBeNull, metaOf, objectOf, requestFields } from './shape.ts';

function paths(schema: z.ZodType, place = ''): string[] {
  const core = coreOf(schema);
  if (core instanceof z.ZodUnion) return core.options.flatMap((each) => paths(each as z.ZodType, place));
  const item = itemOf(core);
  if (item) return paths(item, place);
  return Object.entries(objectOf(core)?.shape ?? {}).flatMap(([name, child]) => [
    place + name,
    ...paths(child as z.ZodType, `${place}${name}.`),
  ]);
}

const words = (text: string) => [...new Set(text.split(' ').filter(Boolean))].sort();

describe.each(interfaceIds)('%s', (id) => {
  const endpoint = endpointOf(id);

  test('accepts the documented request fields', () => {
    const found = Object.entries(requestFields(endpoint)).map(
      ([name, field]) => name + (mayBeAbsent(field) ? '?' : '!') + (mayBeNull(field) ? '0' : ''),
    );
    expect(found.sort()).toEqual(words(requests[id]));
  });

  test('returns the documented fields', () => {
    expect([...new Set(paths(endpoint.response))].sort()).toEqual(words(responses[id]));
  });

  test('every request field has a title, and a description or choices where a form shows it', () => {
    for (const [name, field] of Object.entries(requestFields(endpoint))) {
      const meta = metaOf(field);
      expect(meta.title, name).toMatch(/^[A-Z].{1,29}$/);
      if (meta.control && meta.control !== 'text' && !meta.hidden)
        expect(meta.description, name).toMatch(/\.$/);
      if (meta.control === 'choice') expect(meta.choices?.length, name).toBeGreaterThan(1);
    }
  });

  test('its rules name only its own fields', () => {
    const names = Object.keys(requestFields(endpoint));
    const found = paths(endpoint.response);
    const { issuer, paging, privileged, sensitive, fieldAliases: aliases, oneOf } = endpoint;
    if (issuer.by === 'field' || issuer.by === 'object') expect(names).toContain(issuer.field);
    if (paging) expect(names).toEqual(expect.arrayContaining([paging.start, paging.rows]));
    if (paging) expect(found).toEqual(expect.arrayContaining([paging.items, paging.total]));
    const requested = [
      ...Object.values(privileged ?? {}),
      ...(aliases ?? []).map((each) => each.names),
      ...(oneOf ?? []),
    ];
    expect(names).toEqual(expect.arrayContaining(requested.flat()));
    const saved = [...(sensitive?.contact ?? []), ...(sensitive?.taxId ?? [])].map((path) =>
      path.replace(/^\[\]\./, '').replaceAll('[]', ''),
    );
    expect(found).toEqual(expect.arrayContaining(saved));
  });

  test('states whether null may mean all issuers, consistent with its schema', () => {
    const { issuer } = endpoint;
    if (issuer.by !== 'field' || endpoint.oneOf) return;
    const field = requestFields(endpoint)[issuer.field] as z.ZodType;
    expect(field.safeParse(null).success).toBe(issuer.null === 'all');
  });
});

test('null may mean all issuers only where the response names them', () => {
  const open = interfaceIds.filter((id) => {
    const { issuer } = endpointOf(id);
    return issuer.by === 'field' && issuer.null === 'all';
  });
  const byHand = Object.entries(operations).filter(
    ([, { path, tenant }]) => path.startsWith('/api/') && tenant.by === 'issuer' && tenant.nullMeansAll,
  );
  expect(open.sort()).toEqual(byHand.map(([id]) => id).sort());
});
