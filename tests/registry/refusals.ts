import { expect, test } from 'vitest';
import type { CallOptions, Registry } from './boot.ts';

const balance = '/api/v1/Issuer/GetIssuerBalance';
const capTable = '/api/v1/Issuer/shareholder/cap/table';
const ownership = '/api/v1/Report/GetOwnershipPercentage';
const list = '/api/v1/Report/GenerateShareholderList';
const listBody = {
  customerIssuerId: 1001,
  certificateInfoStatus: 'Outstanding',
  restrictionStatus: 'All',
  addressStatus: 'All',
};

type Case = [name: string, path: string, options: CallOptions, status: number];

const cases: Case[] = [
  ['no token', `${balance}?CustomerIssuerId=1001`, { as: null }, 401],
  [
    'basic scheme',
    `${balance}?CustomerIssuerId=1001`,
    { as: null, headers: { authorization: 'Basic eDp5' } },
    401,
  ],
  [
    'unknown token',
    `${balance}?CustomerIssuerId=1001`,
    { as: null, headers: { authorization: 'Bearer null' } },
    401,
  ],
  ['unknown path', '/api/v1/Issuer/Nothing', {}, 404],
  ['trailing slash', `${balance}/?CustomerIssuerId=1001`, {}, 404],
  ['escaped letters in the path', '/api/v1/Issuer/GetIssuer%42alance?CustomerIssuerId=1001', {}, 404],
  ['POST on a GET', balance, { method: 'POST', body: {} }, 405],
  ['GET on a POST', list, {}, 405],
  ['issuer absent', balance, {}, 400],
  ['issuer empty', `${balance}?CustomerIssuerId=`, {}, 400],
  ['issuer null', `${balance}?CustomerIssuerId=null`, {}, 400],
  ['issuer zero', `${balance}?CustomerIssuerId=0`, {}, 400],
  ['issuer negative', `${balance}?CustomerIssuerId=-1`, {}, 400],
  ['issuer fraction', `${balance}?CustomerIssuerId=1.5`, {}, 400],
  ['issuer exponent', `${balance}?CustomerIssuerId=1e3`, {}, 400],
  ['issuer leading zero', `${balance}?CustomerIssuerId=01001`, {}, 400],
  ['issuer full-width digits', `${balance}?CustomerIssuerId=１００１`, {}, 400],
  ['issuer beyond int4', `${balance}?CustomerIssuerId=2147483648`, {}, 404],
  ['issuer beyond 2^53', `${balance}?CustomerIssuerId=9007199254740993`, {}, 400],
  ['issuer of 31 digits', `${balance}?CustomerIssuerId=1${'0'.repeat(30)}`, {}, 400],
  ['issuer twice', `${balance}?CustomerIssuerId=1001&CustomerIssuerId=1001`, {}, 400],
  ['issuer in two cases', `${balance}?CustomerIssuerId=1001&customerIssuerId=1004`, {}, 400],
  ['issuer as array', `${balance}?CustomerIssuerId[]=1001`, {}, 400],
  ['issuer unknown', `${balance}?CustomerIssuerId=424242`, {}, 404],
  ['issuer foreign to the client', `${balance}?CustomerIssuerId=1004`, { as: 'demo-issuer' }, 403],
  ['issuer unknown to a bound client', `${balance}?CustomerIssuerId=424242`, { as: 'demo-issuer' }, 403],
  ['own issuer of a bound client', `${balance}?CustomerIssuerId=1001`, { as: 'demo-issuer' }, 200],
  ['reading as a reader', `${balance}?CustomerIssuerId=1001`, { as: 'demo-readonly' }, 200],
  ['cutoff that does not exist', `${balance}?CustomerIssuerId=1001&CutoffDate=2026-02-30`, {}, 400],
  ['cutoff in US form', `${balance}?CustomerIssuerId=1001&CutoffDate=02/03/2026`, {}, 400],
  ['cutoff word', `${balance}?CustomerIssuerId=1001&CutoffDate=today`, {}, 400],
  ['cutoff year 0', `${balance}?CustomerIssuerId=1001&CutoffDate=0000-01-01`, {}, 400],
  ['cutoff year 1', `${balance}?CustomerIssuerId=1001&CutoffDate=0001-01-01`, {}, 200],
  ['cutoff tomorrow, read as today', `${balance}?CustomerIssuerId=1001&CutoffDate=2026-11-21`, {}, 200],
  ['cutoff later', `${balance}?CustomerIssuerId=1001&CutoffDate=2026-11-22`, {}, 400],
  ['cutoff year 9999', `${balance}?CustomerIssuerId=1001&CutoffDate=9999-12-31`, {}, 400],
  ['cutoff empty', `${ownership}?customerIssuerId=1001&cutoff=`, {}, 400],
  ['sort injected', `${ownership}?customerIssuerId=1001&sortBy=shares;drop table`, {}, 400],
  ['sort in lower case', `${ownership}?customerIssuerId=1001&sortBy=sortname`, {}, 400],
  ['order abbreviated', `${ownership}?customerIssuerId=1001&orderBy=DESC`, {}, 400],
  ['filter unknown', `${balance}?CustomerIssuerId=1001&FilterSecurityType.SecurityTypeCode=Z`, {}, 400],
  ['restriction in upper case', `${balance}?CustomerIssuerId=1001&RestrictionStatus=ALL`, {}, 400],
  ['start negative', `${capTable}?CustomerIssuerId=1001&Start=-1`, {}, 400],
  ['start text', `${capTable}?CustomerIssuerId=1001&Start=abc`, {}, 400],
  ['rows zero', `${capTable}?CustomerIssuerId=1001&NumberOfRows=0`, {}, 400],
  ['rows too many', `${capTable}?CustomerIssuerId=1001&NumberOfRows=1001`, {}, 400],
  [
    'NUL in a query',
    `/api/v1/Issuer/shareholder/details?CustomerIssuerId=1001&CustomerShareholderId=%00`,
    {},
    400,
  ],
  [
    'bad UTF-8 in a query',
    `/api/v1/Issuer/shareholder/details?CustomerIssuerId=1001&CustomerShareholderId=%ff`,
    {},
    400,
  ],
  ['unknown field ignored', `${balance}?CustomerIssuerId=1001&isAdmin=true`, {}, 200],
  ['body empty', list, { body: '', method: 'POST' }, 400],
  ['body null', list, { body: 'null' }, 400],
  ['body array', list, { body: '[]' }, 400],
  ['body broken', list, { body: '{"customerIssuerId":1001,}' }, 400],
  ['body twice', list, { body: '{}{}' }, 400],
  ['body with repeated name', list, { body: '{"customerIssuerId":1001,"customerIssuerId":1001}' }, 400],
  ['body 10,000 deep', list, { body: '['.repeat(10_000) }, 400],
  ['body as text', list, { body: listBody, headers: { 'content-type': 'text/plain' } }, 400],
  [
    'body in UTF-16',
    list,
    { body: listBody, headers: { 'content-type': 'application/json; charset=utf-16' } },
    400,
  ],
  ['body compressed', list, { body: listBody, headers: { 'content-encoding': 'gzip' } }, 400],
  ['body of 2 MB', list, { body: `"${'x'.repeat(2_000_000)}"` }, 413],
  ['isPDF as text', list, { body: { ...listBody, isPDF: 'true' } }, 400],
  ['status missing', list, { body: { ...listBody, certificateInfoStatus: undefined } }, 400],
  ['status wrong', list, { body: { ...listBody, addressStatus: 'Good' } }, 400],
  ['list of an unknown issuer', list, { body: { ...listBody, customerIssuerId: 424242 } }, 404],
  [
    'list of a foreign issuer',
    list,
    { body: { ...listBody, customerIssuerId: 1004 }, as: 'demo-issuer' },
    403,
  ],
];

/** What each bad input must give (assurance §4), always in the registry's own error shape. */
export function refusals(registry: () => Registry): void {
  test.each(cases)('%s', async (_name, path, options, status) => {
    const answer = await registry().call(path, options);
    expect(answer.status).toBe(status);
    if (status === 200) return;
    const body = answer.body as { message: string; traceId: string; errors?: object };
    expect(Object.keys(body).filter((name) => !['message', 'errors', 'traceId'].includes(name))).toEqual([]);
    expect(body.message).toMatch(/\.$|:/);
    expect(body.traceId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).not.toMatch(/select |node_modules|registry\/|at \w+ \(/i);
  });

  test('a foreign issuer and one that does not exist look the same', async () => {
    const options = { as: 'demo-issuer' } as const;
    const [foreign, absent] = await Promise.all(
      [1004, 424242].map((id) => registry().call(`${balance}?CustomerIssuerId=${id}`, options)),
    );
    const message = (answer: typeof foreign) => (answer?.body as { message: string } | undefined)?.message;
    expect(message(foreign)).toBe(message(absent));
  });

  test('two Authorization headers are refused, whichever is right', async () => {
    const token = await registry().tokenFor('demo-agent');
    const status = await new Promise((resolve, reject) => {
      const headers = ['Host', 'x', 'Authorization', `Bearer ${token}`, 'Authorization', 'Bearer other'];
      const url = `${registry().origin}${balance}?CustomerIssuerId=1001`;
      import('node:http').then(({ request }) =>
        request(url, { headers }, (res) => resolve(res.resume().statusCode))
          .on('error', reject)
          .end(),
      );
    });
    expect(status).toBe(401);
  });

  const form = {
    grant_type: 'client_credentials',
    client_id: 'demo-agent',
    client_secret: 'demo-agent-secret',
  };
  test.each([
    ['right', form, 200, undefined],
    ['wrong secret', { ...form, client_secret: 'nope' }, 401, 'invalid_client'],
    ['unknown client', { ...form, client_id: 'nobody' }, 401, 'invalid_client'],
    ['other grant', { ...form, grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['no grant', { client_id: 'demo-agent', client_secret: 'demo-agent-secret' }, 400, 'invalid_request'],
    ['NUL in the id', { ...form, client_id: 'a\0b' }, 400, 'invalid_request'],
    ['id of 10 kB', { ...form, client_id: 'a'.repeat(10_000) }, 400, 'invalid_request'],
  ] as const)('token: %s', async (_name, fields, status, error) => {
    const response = await fetch(`${registry().origin}/connect/token`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(status);
    expect(body.error).toBe(error);
    if (status === 200) {
      expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
      expect(body.access_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    }
    expect(JSON.stringify(body)).not.toContain('secret"');
  });

  test('a guesser is slowed down, the client itself is not', async () => {
    const { origin } = registry();
    const guess = (client_secret: string) =>
      fetch(`${origin}/connect/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...form, client_id: 'demo-issuer', client_secret }),
      });
    expect((await guess('demo-issuer-secret')).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(`guess ${index}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(11);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(29);
    expect((await guess('demo-issuer-secret')).status).toBe(200);
  });

  test('a client beyond its rate is told when to come back', async () => {
    const slow = await registry().another({ ratePerSecond: 1, publicUrl: undefined });
    try {
      const headers = { authorization: `Bearer ${await registry().tokenFor('demo-agent')}` };
      const get = () => fetch(`${slow.baseUrl}${balance}?CustomerIssuerId=1001`, { headers });
      const answers = await Promise.all(Array.from({ length: 6 }, get));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
      expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
    } finally {
      await slow.close(0);
    }
  });

  test('no line of the log holds a query value, a token or a code', async () => {
    await registry().call(`${balance}?CustomerIssuerId=1001&canary=CANARY-77`);
    const text = JSON.stringify(registry().log);
    expect(text).toContain('GetIssuerBalance');
    expect(text).not.toMatch(/CANARY-77|demo-agent-secret|DownloadReport\/[0-9a-f]{8}/);
    expect(text).not.toContain(await registry().tokenFor('demo-agent'));
  });
}
