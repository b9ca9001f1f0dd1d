import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import {
  issuerQuery,
  issuerReads,
  jsonPosts,
  post,
  type RequestOptions,
  type Row,
  read,
  request,
  send,
} from './bad-inputs.ts';

/** Reads whose rows name their issuer take an empty issuer for all issuers. */
const needsIssuer = issuerReads.filter((id) => {
  const { issuer } = endpointOf(id);
  return issuer.by === 'field' && issuer.null === 'refused';
});

function every(raw: string, status: number, ids = issuerReads): RequestOptions[] {
  return ids.map((id) => read(id, issuerQuery(id, raw), status));
}

const bodies = jsonPosts.filter((id) => endpointOf(id).issuer.by === 'field');
const one = 'GetIssuerBalance';

/** Rows 1 to 9: the issuer of a request. */
export const issuerRows: readonly Row[] = [
  {
    id: 1,
    about: 'no issuer in a query that needs one',
    requests: [
      ...every('', 400, needsIssuer),
      ...bodies.map((id) => post(id, { customerIssuerId: undefined }, 400, 'customerIssuerId')),
    ],
  },
  {
    id: 2,
    about: 'an issuer that is no number: empty, null, NUL, words',
    requests: [
      ...every('{issuer}=', 400, needsIssuer),
      ...['null', '%00', 'undefined', 'NaN'].flatMap((text) => every(`{issuer}=${text}`, 400)),
    ],
  },
  {
    id: 3,
    about: 'numbers in another spelling; in JSON only the value counts',
    requests: [
      ...['-1', '0', '1.5', '1e3', '0x1', '01', '%2B1', '1%20', '%EF%BC%91', '1001.0'].flatMap((text) =>
        every(`{issuer}=${text}`, 400),
      ),
      ...['1001.0', '1.001e3', '10010e-1'].map((text) => send('GenerateIssuerBalance', balance(text), 200)),
      ...['1001.5', '01001', '+1001', '0x3e9', '"1001"', '-1001', '1001 2'].map((text) =>
        send('GenerateIssuerBalance', balance(text), 400),
      ),
    ],
  },
  {
    id: 4,
    about: 'numbers beyond 32 bits are unknown, beyond 2^53 refused; never an overflow',
    requests: [
      ...every('{issuer}=2147483648', 404),
      ...every('{issuer}=9007199254740993', 400),
      ...every(`{issuer}=1${'0'.repeat(30)}`, 400),
      send('GenerateIssuerBalance', balance('2147483648'), 404),
      send('GenerateIssuerBalance', balance('9007199254740993'), 400),
      send('GenerateIssuerBalance', balance('1e30'), 400),
      post('GenerateShareholderList', { customerIssuerId: 424242 }, 404),
      read(one, 'CustomerIssuerId=424242', 404),
    ],
  },
  {
    id: 5,
    about: 'the same name twice, equal values or not',
    requests: [...every('{issuer}=1001&{issuer}=1001', 400), ...every('{issuer}=1001&{issuer}=1004', 400)],
  },
  {
    id: 6,
    about: 'one name in two letter cases',
    requests: [
      ...every('customerIssuerId=1001&CustomerIssuerId=1004', 400),
      ...every('CUSTOMERISSUERID=1001&customerissuerid=1001', 400),
      ...every('cUsToMeRiSsUeRiD=1001', 200, ['GetIssuerBalance', 'GetDividendList']),
      ...bodies.map((id) => post(id, { CUSTOMERISSUERID: 1004 }, 400, 'customerIssuerId')),
    ],
  },
  {
    id: 7,
    about: 'lists and objects where one issuer is meant',
    requests: [
      ...every('{issuer}[]=1001', 400, needsIssuer),
      ...every('{issuer}[$gt]=0', 400, needsIssuer),
      ...[[1001], { $gt: 0 }, {}, true].flatMap((customerIssuerId) =>
        bodies.map((id) => post(id, { customerIssuerId }, 400, 'customerIssuerId')),
      ),
    ],
  },
  {
    id: 8,
    about: "another client's issuer looks like one that does not exist",
    also: alike,
  },
  {
    id: 9,
    about: "the registry's own issuer id must agree with the customer's",
    requests: [
      read(one, 'CustomerIssuerId=1001&SystemControlIssuerId=999', 400, 'SystemControlIssuerId'),
      read(one, 'CustomerIssuerId=1001&SystemControlIssuerId=1001', 400, 'SystemControlIssuerId'),
      read(one, 'SystemControlIssuerId=999', 404),
    ],
    also: async (registry) => {
      const { body } = await registry.call('/api/v1/Issuer/GetTransferAgentIssuers');
      const rows = body as { customerIssuerId: number; controlIssuerId: number }[];
      const own = rows.find((row) => row.customerIssuerId === 1001)?.controlIssuerId;
      const other = rows.find((row) => row.customerIssuerId === 1004)?.controlIssuerId;
      await request(registry, read(one, `CustomerIssuerId=1001&SystemControlIssuerId=${own}`, 200));
      await request(registry, read(one, `SystemControlIssuerId=${own}`, 200));
      await request(registry, read(one, `CustomerIssuerId=1001&SystemControlIssuerId=${other}`, 400));
    },
  },
];

function balance(issuer: string): string {
  return `{"customerIssuerId":${issuer},"CutoffDate":"2026-11-20","restrictionStatus":"All","customerShareholderId":"none"}`;
}

async function alike(registry: Registry): Promise<void> {
  const as = 'demo-issuer' as const;
  const message = async (path: string, body?: object) => {
    const response = await registry.call(path, { as, body });
    return [
      response.status,
      (response.body as { message: string }).message,
      Object.keys(response.body as object),
    ];
  };
  for (const id of issuerReads) {
    const describe = (issuer: number) =>
      message(`${endpointOf(id).path}?${issuerQuery(id, `{issuer}=${issuer}`)}`);
    const foreign = await describe(1004);
    expect([id, foreign[0]]).toEqual([id, 403]);
    expect([id, await describe(424242)]).toEqual([id, foreign]);
  }
  for (const id of bodies) {
    const { path, example } = endpointOf(id);
    const describe = (customerIssuerId: number) => message(path, { ...example.request, customerIssuerId });
    const foreign = await describe(1004);
    expect([id, foreign[0]]).toEqual([id, 403]);
    expect([id, await describe(424242)]).toEqual([id, foreign]);
    // Permission is checked first, whatever else the request contains or lacks.
    for (const body of [{ customerIssuerId: 1004 }, { CUSTOMERISSUERID: 1004, isPDF: 'x', cutoff: 'x' }])
      expect([id, body, await message(path, body)]).toEqual([id, body, foreign]);
    expect([id, (await message(path, { customerIssuerId: '1004' }))[0]]).toEqual([id, 400]);
  }
}
