import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { GatewayContext } from '#lib/gateway/gateway-context';
import { readUpstream } from '#lib/gateway/prefetch';
import { type Handler, jsonType, type StandIn, startStandIn } from '#tests/fakes/registry';
import { callGateway, demo, type GatewayFixture, openGatewayFixture } from '../gateway-fixture.ts';

let fixture: GatewayFixture;
let registry: StandIn;
let context: GatewayContext;
let operator: string;
let officer: string;
let viewer: string;
let downloader: string;

const capTable = '/api/v1/Issuer/shareholder/cap/table?CustomerIssuerId=1001&Start=0&NumberOfRows=25';
const issuers = '/api/v1/Issuer/GetTransferAgentIssuers';

beforeAll(async () => {
  fixture = await openGatewayFixture();
  [operator, officer, viewer, downloader] = await Promise.all([
    fixture.cookieOf(demo.operator),
    fixture.cookieOf(demo.officer),
    fixture.cookieOf(demo.viewer),
    fixture.cookieOf(demo.downloader),
  ]);
});
beforeEach(async () => {
  registry = await startStandIn({ prefix: '/partner/registry' });
  context = fixture.context(registry.base);
});
afterEach(() => registry.stop());
afterAll(() => fixture.stop());

const says =
  (value: unknown): Handler =>
  () => ({ body: typeof value === 'string' ? value : JSON.stringify(value) });

const holder = (extra: object = {}) => ({
  totalShareholderRecords: 1,
  shareholders: [{ shareholderName: 'ADA QUILL', shareholderEmail: 'ada@quill.example', ...extra }],
  securities: [],
});

async function read(path: string, cookie = operator) {
  const response = await callGateway(context, path, { cookie });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text), headers: response.headers };
}

describe('another implementation of the registry', () => {
  test('works below a path prefix, with a token response of access_token alone', async () => {
    registry.handle = says(holder());
    const { status, body } = await read(capTable);
    expect({ status, rows: body.shareholders.length }).toEqual({ status: 200, rows: 1 });
    expect(registry.calls).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/api/v1/Issuer/shareholder/cap/table',
        search: '?CustomerIssuerId=1001&Start=0&NumberOfRows=25',
        authorization: 'Bearer token-1',
      }),
    ]);
  });

  test('a token revoked without notice is renewed once, unnoticed by the user', async () => {
    registry.handle = says(holder());
    await read(capTable);
    registry.live.clear();
    const responses = await Promise.all(Array.from({ length: 30 }, () => read(capTable)));
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(registry.tokenRequests).toBe(2);
  });

  test('a thousand calls without a token cause one token request', async () => {
    registry.handle = says('[]');
    const user = { ...(await context.userOf(new Headers({ cookie: operator }))) } as never;
    const users = Array.from({ length: 1000 }, (_, at) => ({ ...(user as object), id: `p${at}` }) as never);
    const quiet = { ...context, audit: { record: async () => undefined, note: async () => undefined } };
    const rows = await Promise.all(
      users.map((each) => readUpstream(each, 'GetTransferAgentIssuers', {}, quiet)),
    );
    expect(rows).toHaveLength(1000);
    expect(registry.tokenRequests).toBe(1);
  });

  test('unknown fields are removed, unknown enum values pass, integers keep every digit', async () => {
    registry.handle = says(
      '{"totalShareholderRecords":1,"mood":"fine","shareholders":[{"shareholderTypeEnum":"Guild","totalShares":9007199254740993}],"securities":[]}',
    );
    const { text, body } = await read(capTable);
    expect(text).toContain('"totalShares":9007199254740993');
    expect([body.mood, body.shareholders[0].shareholderTypeEnum]).toEqual([undefined, 'Guild']);
  });

  test('reports only at paths with a slash: tried second, then remembered', async () => {
    const link = (base: string) =>
      JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/a/b.pdf/c` });
    registry.handle = (call, _response, base) =>
      call.path === '/api/v1/Report/Generate/Issuer/Balance'
        ? { body: link(base) }
        : { status: 404, body: '{}' };
    const body = { customerIssuerId: 1001, CutoffDate: '2026-11-20', restrictionStatus: 'All', isPDF: true };
    const request = (isPDF: boolean) =>
      callGateway(context, '/api/v1/Report/GenerateIssuerBalance', {
        cookie: operator,
        body: { ...body, isPDF },
      });
    expect((await request(true)).status).toBe(200);
    expect((await request(false)).status).toBe(200);
    await context.runs.settled();
    const posts = registry.calls.filter(({ method }) => method === 'POST').map(({ path }) => path.slice(15));
    expect(posts).toEqual(['GenerateIssuerBalance', 'Generate/Issuer/Balance', 'Generate/Issuer/Balance']);
  });

  test('a value with another spelling is sent again after 400, and used at once from then on', async () => {
    registry.handle = ({ body }, _response, base) => {
      const given = JSON.parse(body || '{}').filterSecurityType;
      if (typeof given !== 'string') return { status: 400, body: '{}' };
      return { body: JSON.stringify({ downloadUrl: `${base}/Api/v1/Report/DownloadReport/a/b.pdf/c` }) };
    };
    for (const cutoff of ['2026-11-19', '2026-11-20']) {
      const body = {
        customerIssuerId: 1001,
        cutoff,
        filterSecurityType: { securityTypeCode: 'C', securitySeriesCode: '' },
      };
      expect(
        (await callGateway(context, '/api/v1/Report/GenerateDRSStatement', { cookie: operator, body }))
          .status,
      ).toBe(200);
    }
    await context.runs.settled();
    expect(registry.calls.filter(({ method }) => method === 'POST')).toHaveLength(3);
  });
});

describe('fields shown to users', () => {
  const record = {
    name: 'ADA QUILL',
    primaryTaxId: '900-12-3456',
    primaryTaxIdType: 'SSN',
    secondaryTaxId: '',
    primaryAddress: { address1: '1 Elm', city: 'Dayton' },
    fullPrimaryAddress: '1 Elm, Dayton',
    spouse: { taxpayerId: 900123456, phone: '555' },
    downloadUrl: 'http://files.test/x',
    accessCode: 'sesame',
  };

  test('tax IDs are masked for every role, codes and file URLs removed', async () => {
    registry.handle = says(record);
    const { text, body } = await read('/api/v1/Shareholder/Details?customerShareholderId=LK-1');
    expect(body.primaryTaxId).toBe('*****3456');
    expect(body.primaryTaxIdType).toBe('SSN');
    expect(body.spouse).toBeUndefined();
    expect(body.primaryAddress.city).toBe('Dayton');
    expect(text).not.toMatch(/900-?12|sesame|files\.test/);
  });

  test('a viewer gets no contact data, in the same shape', async () => {
    registry.handle = says(holder({ primaryAddress: { city: 'Dayton' } }));
    const { body } = await read(capTable, viewer);
    expect(body.shareholders[0]).toEqual({
      shareholderName: 'ADA QUILL',
      shareholderEmail: '',
    });
    expect((await read(capTable, officer)).body.shareholders[0].shareholderEmail).toBe('ada@quill.example');
  });

  test('issuers: all for agent staff, granted ones for issuer staff, IDs and names for a downloader', async () => {
    registry.handle = says([
      { customerIssuerId: 1001, name: 'Larkspur', status: 'Active', primaryAddress: { city: 'Dayton' } },
      { customerIssuerId: 1004, name: 'Prairie', status: 'Active', primaryAddress: { city: 'Fargo' } },
    ]);
    expect((await read(issuers)).body).toHaveLength(2);
    expect((await read(issuers, officer)).body).toEqual([
      { customerIssuerId: 1001, name: 'Larkspur', status: 'Active', primaryAddress: { city: 'Dayton' } },
    ]);
    expect((await read(issuers, downloader)).body).toEqual([{ customerIssuerId: 1004, name: 'Prairie' }]);
  });

  test('an object of another issuer gives the response of an unknown one', async () => {
    registry.handle = ({ path, search }) => {
      if (path.endsWith('GetHoldingSummary'))
        return { body: search.includes('LK-OWN') ? '[{"shares":1}]' : '[]' };
      if (path.endsWith('GetHoldingCertificates') && search.includes('LK-PAST'))
        return { body: '{"controlCertificateId":7,"canceled":"1/2/2020"}' };
      return { body: JSON.stringify({ name: 'SOMEBODY' }) };
    };
    const details = (id: string) => read(`/api/v1/Shareholder/Details?customerShareholderId=${id}`, officer);
    expect((await details('LK-OWN')).status).toBe(200);
    expect((await details('LK-PAST')).status).toBe(200);
    const foreign = await details('PS-1');
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'not_found']);
    expect(registry.calls.filter(({ path }) => path.endsWith('/Details'))).toHaveLength(2);
  });

  test('what the registry says about itself is removed', async () => {
    registry.handle = (_call, _response, base) => ({
      body: JSON.stringify(holder({ note: `see ${base}/x` })),
    });
    expect((await read(capTable)).text).not.toContain('127.0.0.1:');
    for (const status of [400, 403, 404, 418, 500]) {
      registry.handle = (_call, _response, base) => ({
        status,
        body: `{"message":"SELECT at ${base}"}`,
        type: jsonType,
      });
      expect((await read(capTable)).text).not.toMatch(/SELECT|127\.0\.0\.1:/);
    }
  });
});

describe('writes', () => {
  const path = '/api/v1/Shareholder/CreateOrUpdate';
  const body = {
    idempotencyId: 'my-own-key',
    createdByEmail: 'boss@harborline.example',
    createdByFirstName: 'The',
    createdByLastName: 'Boss',
    name: 'ADA QUILL',
    sortName: 'QUILL, ADA',
    primaryPayeeName: null,
    primaryTaxId: null,
    primaryTaxIdType: 'SSN',
    primaryAddress: {
      address1: '1 Elm',
      city: 'Dayton',
      state: 'OH',
      postalCode: '45402',
      country2Code: 'US',
    },
  };

  test('carry the session’s user and a generated key; a 409 shows the user’s own', async () => {
    registry.handle = ({ body: sent }) =>
      registry.calls.filter((call) => call.body === sent).length > 1
        ? {
            status: 409,
            body: JSON.stringify({ message: 'used', idempotencyId: JSON.parse(sent).idempotencyId }),
          }
        : { body: '{"action":"Create","customerShareholderId":"LK-1","systemShareholderId":1}' };
    expect((await callGateway(context, path, { cookie: operator, body })).status).toBe(200);
    const sent = JSON.parse(registry.calls[0]?.body ?? '');
    expect([sent.createdByEmail, sent.createdByLastName]).toEqual([demo.operator, 'Park']);
    expect(sent.idempotencyId).not.toContain('my-own-key');
    const again = await callGateway(context, path, { cookie: operator, body });
    const response = await again.json();
    expect([again.status, response.idempotencyId, response.error.code]).toEqual([
      409,
      'my-own-key',
      'duplicate',
    ]);
  });

  test('are sent once, whatever happens', async () => {
    registry.handle = (_call, response) => void response.destroy();
    expect(
      (await callGateway(context, path, { cookie: operator, body: { ...body, idempotencyId: 'lost' } }))
        .status,
    ).toBe(502);
    expect(registry.calls).toHaveLength(1);
  });

  test('require a recent sign-in', async () => {
    const aged = await fixture.cookieOf(demo.operator);
    await fixture.pool.query(`update session set authenticated_at = now() - interval '11 minutes'`);
    const response = await callGateway(context, path, { cookie: aged, body });
    await fixture.pool.query('update session set authenticated_at = now()');
    expect([response.status, (await response.json()).error.code]).toEqual([403, 'step_up_required']);
    expect(registry.calls).toEqual([]);
  });
});
