// Tests that responses have every documented field and no other.

import { expect, test } from 'vitest';
import {
  agentIds,
  contract,
  type EndpointId,
  endpointIds,
  endpointOf,
  type InputFor,
  interfaceIds,
} from '#lib/contract/index';
import { servedIds } from '#registry/operations/index';
import type { Registry } from './boot.ts';
import { shapeDifferences } from './shape-check.ts';

const reads: { [Id in EndpointId]?: InputFor<Id>[] } = {
  GetTransferAgentIssuers: [{}],
  GetIssuerSecurityTypes: [{ CustomerIssuerId: 1003 }],
  GetIssuerBalance: [{ CustomerIssuerId: 1006 }, { CustomerIssuerId: 1001, CutoffDate: '2024-06-30' }],
  GetShareholderCapTable: [
    { CustomerIssuerId: 1001, Start: 0, NumberOfRows: 25 },
    { CustomerIssuerId: 1007 },
  ],
  GetIssuerShareholderDetails: [{ CustomerIssuerId: 1003, Start: 0, NumberOfRows: 25 }],
  GetOwnershipPercentage: [{ customerIssuerId: 1003, cutoff: '2026-11-20', sortBy: 'Shares' }],
};

export function search(fields: Record<string, unknown>): string {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
}

/** Every documented field is present, and no other; both spellings; consistent paging. */
export function shapes(registry: () => Registry): void {
  for (const [id, inputs] of Object.entries(reads) as [EndpointId, Record<string, unknown>[]][]) {
    test.each(inputs)(`${id} returns exactly its documented fields %j`, async (input) => {
      const response = await registry().call(`${endpointOf(id).path}?${search(input)}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(shapeDifferences(contract[id].response, response.body)).toEqual([]);
    });
  }

  test('every operation is served, at each of its paths', async () => {
    expect([...servedIds].sort()).toEqual([...endpointIds].sort());
    for (const id of endpointIds.filter((each) => endpointOf(each).kind !== 'download')) {
      for (const path of [endpointOf(id).path, ...(endpointOf(id).aliases ?? [])]) {
        const response = await registry().call(path, { method: endpointOf(id).method, as: null });
        expect([id, response.status]).toEqual([id, id === 'Token' ? 400 : 401]);
      }
    }
  });

  test('parameter names and paths in any letter case, with and without the base path', async () => {
    const { origin, call, tokenFor } = registry();
    const pascal = await call('/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=1003');
    const camel = await call('/Api/V1/issuer/getissuersecuritytypes?customerIssuerId=1003');
    expect(camel.text).toBe(pascal.text);
    const bare = await fetch(`${origin}/api/v1/Issuer/GetIssuerSecurityTypes?CustomerIssuerId=1003`, {
      headers: { authorization: `bearer ${await tokenFor('demo-agent')}` },
    });
    expect(await bare.text()).toBe(pascal.text);
  });

  test("the registry's own issuer ID is accepted instead of the customer's, not in conflict with it", async () => {
    const { call } = registry();
    const issuers = (await call('/api/v1/Issuer/GetTransferAgentIssuers')).body as Issuer[];
    const [first, second] = issuers as [Issuer, Issuer];
    const path = '/api/v1/Issuer/GetIssuerSecurityTypes';
    const own = await call(`${path}?SystemControlIssuerId=${first.controlIssuerId}`);
    expect(own.text).toBe((await call(`${path}?CustomerIssuerId=${first.customerIssuerId}`)).text);
    const both = `CustomerIssuerId=${first.customerIssuerId}&SystemControlIssuerId=${second.controlIssuerId}`;
    expect((await call(`${path}?${both}`)).status).toBe(400);
  });

  test.each([
    ['GetShareholderCapTable', 1001],
    ['GetIssuerShareholderDetails', 1001],
    ['GetShareholderCapTable', 1004],
  ] as const)('%s of %i: pages join to the whole list without gap or overlap', async (id, issuer) => {
    const { path, paging } = contract[id];
    const page = async (start: number, rows: number) => {
      const response = await registry().call(
        `${path}?CustomerIssuerId=${issuer}&Start=${start}&NumberOfRows=${rows}`,
      );
      const body = response.body as Record<string, unknown>;
      return { rows: body[paging.items] as unknown[], total: Number(body[paging.total]) };
    };
    const { total } = await page(0, 1);
    const whole: unknown[] = [];
    while (whole.length < total) {
      const next = await page(whole.length, 1000);
      expect(next.total).toBe(total);
      expect(next.rows.length).toBe(Math.min(1000, total - whole.length));
      whole.push(...next.rows);
    }
    const keys = whole.map((row) => JSON.stringify(row, ['shareholderControlId', 'securityTypeID']));
    expect(new Set(keys).size).toBe(total);
    const middle = Math.floor(total * 0.61);
    expect((await page(middle, 7)).rows).toEqual(whole.slice(middle, middle + 7));
    expect(await page(total - 1, 25)).toEqual({ rows: whole.slice(total - 1), total });
    expect(await page(total, 25)).toEqual({ rows: [], total });
    expect(await page(1_000_000_000, 25)).toEqual({ rows: [], total });
  });

  test('details of one holder: found by either ID, empty for an unknown one', async () => {
    const { call } = registry();
    const path = '/api/v1/Issuer/shareholder/details?CustomerIssuerId=1001';
    const { shareholders } = (await call(`${path}&Start=10&NumberOfRows=1`)).body as {
      shareholders: Holder[];
    };
    const holder = shareholders[0] as Holder;
    const one = { totalShareholderRecords: 1, shareholders: [holder] };
    const byCustomer = await call(
      `${path}&CustomerShareholderId=${encodeURIComponent(holder.shareholderCustomerId)}`,
    );
    expect(byCustomer.body).toEqual(one);
    const own = `${path}&SystemShareholderId=${holder.shareholderControlId}`;
    expect((await call(own)).body).toEqual(one);
    expect((await call(`${own}&CustomerShareholderId=${holder.shareholderCustomerId}`)).body).toEqual(one);
    const against = await call(`${own}&CustomerShareholderId=nobody`);
    expect(against.status).toBe(400);
    expect(against.text).toContain('SystemShareholderId');
    const unknown = await call(`${path}&CustomerShareholderId=${encodeURIComponent("' OR 1=1--")}`);
    expect(unknown.body).toEqual({ totalShareholderRecords: 0, shareholders: [] });
  });

  test('the service paths need no token, and the document lists what is served', async () => {
    const { origin } = registry();
    for (const path of [
      '/health',
      '/health/ready',
      '/docs',
      '/docs/swagger-ui-bundle.js',
      '/sandbox/docs',
      '/agent/docs',
    ]) {
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
    }
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const listed = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(listed.map(({ operationId }) => operationId).sort()).toEqual([...interfaceIds].sort());
    const agent = (await (await fetch(`${origin}/agent/openapi.json`)).json()) as typeof document;
    const agents = Object.values(agent.paths).flatMap((methods) => Object.values(methods));
    expect(agents.map(({ operationId }) => operationId).sort()).toEqual([...agentIds, 'Token'].sort());
    const page = await (await fetch(`${origin}/docs`)).text();
    expect(page).not.toMatch(/https?:\/\//);
  });

  test('every response forbids scripts, framing and caching', async () => {
    const { origin } = registry();
    for (const path of [
      '/health',
      '/docs',
      '/openapi.json',
      '/api/v1/Issuer/GetTransferAgentIssuers',
      '/none',
    ]) {
      const { headers } = await fetch(origin + path);
      expect([path, Object.fromEntries(headers)]).toMatchObject([
        path,
        {
          'cache-control': 'no-store',
          'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
        },
      ]);
    }
  });
}

type Issuer = { customerIssuerId: number; controlIssuerId: number };
type Holder = { shareholderCustomerId: string; shareholderControlId: number };
