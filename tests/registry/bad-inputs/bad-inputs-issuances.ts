import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { post, type RequestOptions, type Row, request, send } from './bad-inputs.ts';

const write = 'CreateNewIssuance';
const example = endpointOf(write).example.request as {
  shareholder: { primaryAddress: object };
  certificates: object[];
};
const bank = 1008;

/** The example for the small bank, without a request ID, with other fields. */
function issuance(changes: object, status: number, field?: string): RequestOptions {
  return post(write, { idempotencyId: undefined, customerIssuerId: bank, ...changes }, status, field);
}

/** As `issuance`, with raw JSON text in place of one field's value. */
function text(name: string, json: string, status: number): RequestOptions {
  const { idempotencyId: _none, ...fields } = {
    idempotencyId: 0,
    ...example,
    customerIssuerId: bank,
    [name]: '@',
  };
  return send(write, JSON.stringify(fields).replace('"@"', json), status);
}

const certificates = (shares: unknown, changes: object = {}) => [
  { shares, restrictionCode: null, ...changes },
];
const lot = { acquisitionDate: '2020-01-02', shares: 1500, costPerShare: 2.5 };

/** Rows 70 to 84: issuing shares. */
export const issuanceRows: readonly Row[] = [
  {
    id: 70,
    about: 'an issuer nobody knows becomes one, pending',
    also: async (registry) => {
      await request(registry, issuance({ customerIssuerId: 909_090 }, 200));
      const { body } = await registry.call('/api/v1/Issuer/GetTransferAgentIssuers');
      expect(body).toContainEqual(expect.objectContaining({ customerIssuerId: 909_090, status: 'Pending' }));
      const bound = post(write, { customerIssuerId: 909_091 }, 403, undefined, { as: 'demo-issuer' });
      await request(registry, bound);
      expect((await registry.call('/api/v1/Issuer/GetTransferAgentIssuers')).text).not.toContain('909091');
    },
  },
  {
    id: 71,
    about: 'no issuer',
    requests: [null, undefined, 0, -1, '1008', 1.5].map((customerIssuerId) =>
      issuance({ customerIssuerId }, 400, 'customerIssuerId'),
    ),
  },
  {
    id: 72,
    about: 'kinds of securities that only filters know',
    requests: [
      ...['C', '', 'p', 'X'].map((securityTypeCode) =>
        issuance({ securityType: { securityTypeCode } }, 400, 'securityType.securityTypeCode'),
      ),
      issuance({ securityType: 'P' }, 400, 'securityType'),
      issuance({ securityType: { securityTypeCode: 'P', securitySeriesCode: 'D' } }, 400),
    ],
  },
  {
    id: 73,
    about: 'no kind of security is common; where several are common it must be clear which',
    requests: [
      issuance({ securityType: null }, 200),
      issuance({ securityType: undefined }, 200),
      issuance({ securityType: {} }, 200),
      issuance({ customerIssuerId: 1002, securityType: null }, 400, 'securityType'),
    ],
  },
  {
    id: 74,
    about: 'charges: at least 0, in whole cents, below 10^13',
    requests: [
      ...[-1, '5', 0.005, 1e15, null, undefined].map((chargeAmount) =>
        issuance({ chargeAmount }, 400, 'chargeAmount'),
      ),
      text('chargeAmount', '1e400', 400),
      text('chargeAmount', 'NaN', 400),
      text('chargeAmount', '-Infinity', 400),
      ...[0, 0.01, 75.5].map((chargeAmount) => issuance({ chargeAmount }, 200)),
    ],
  },
  {
    id: 75,
    about: 'numbers of shares and of certificates',
    requests: [
      ...[[], null, undefined].map((none) => issuance({ certificates: none }, 400, 'certificates')),
      ...[0, -5, 1.5, '5', null, undefined, true].map((shares) =>
        issuance({ certificates: certificates(shares) }, 400, 'certificates[0].shares'),
      ),
      ...['9223372036854775808', '1e19', '-9223372036854775809', '1e400'].map((shares) =>
        text('certificates', `[{"shares":${shares},"restrictionCode":null}]`, 400),
      ),
      text('certificates', '[{"shares":9223372036854775807,"restrictionCode":null}]', 400),
      text('certificates', '[{"shares":1e0,"restrictionCode":null}]', 200),
      issuance({ certificates: Array(10_000).fill(certificates(1)[0]) }, 200),
      issuance({ certificates: Array(10_001).fill(certificates(1)[0]) }, 400, 'certificates'),
      issuance({ certificates: certificates(1)[0] }, 400, 'certificates'),
    ],
  },
  { id: 76, about: 'numbers of shares beyond 2^53 come back digit by digit', also: digits },
  {
    id: 77,
    about: 'one share beyond the authorized ones is refused, the last of them is not',
    also: lastShare,
  },
  {
    id: 78,
    about: 'restrictions: one of the letters, or null',
    requests: [
      issuance({ restrictionCode: null, certificates: certificates(10) }, 200),
      ...['', 'Z', 'r', 'None', 0, undefined].map((restrictionCode) =>
        issuance({ restrictionCode }, 400, 'restrictionCode'),
      ),
      ...['', 'Z', undefined].map((restrictionCode) =>
        issuance(
          { certificates: certificates(10, { restrictionCode }) },
          400,
          'certificates[0].restrictionCode',
        ),
      ),
    ],
  },
  {
    id: 79,
    about: 'dates: as written, ahead of today it waits, before the class existed it is refused',
    requests: [
      issuance({ processDate: '2026-11-20T23:30:00-05:00' }, 200),
      issuance({ processDate: '2026-12-31' }, 200),
      issuance({ effectiveDate: '2027-03-01' }, 200),
      issuance({ effectiveDate: null }, 200),
      issuance({ effectiveDate: '1850-01-01' }, 400, 'effectiveDate'),
      ...['2026-02-30', '', 'today', 20261120].map((effectiveDate) =>
        issuance({ effectiveDate }, 400, 'effectiveDate'),
      ),
      ...[null, undefined].map((processDate) => issuance({ processDate }, 400, 'processDate')),
    ],
  },
  {
    id: 80,
    about: 'the holder stands at the top, and in a certificate where that goes to another',
    requests: [
      issuance({ shareholder: undefined }, 400, 'shareholder'),
      issuance({ shareholder: null }, 400, 'shareholder'),
      issuance({ shareholder: [example.shareholder] }, 400, 'shareholder'),
      issuance({ shareholder: { shareholder: example.shareholder } }, 400, 'shareholder.name'),
      issuance(
        { certificates: certificates(5, { shareholder: {} }) },
        400,
        'certificates[0].shareholder.name',
      ),
    ],
    also: async (registry) => {
      const inner = { ...example.shareholder, customerShareholderId: 'BAD-INNER', name: 'INNER HOLDER' };
      await request(registry, issuance({ certificates: certificates(77, { shareholder: inner }) }, 200));
      const path = `${endpointOf('GetHoldingSummary').path}?customerIssuerId=${bank}&customerShareholderId=BAD-INNER`;
      expect((await registry.call(path)).body).toEqual([expect.objectContaining({ shares: 77 })]);
    },
  },
  {
    id: 81,
    about: 'tax lots: null, empty, text, one, several; never more than the shares',
    requests: [
      ...[null, '', JSON.stringify([lot]), lot, [lot], JSON.stringify(lot)].map((TaxLots) =>
        issuance({ TaxLots }, 200),
      ),
      ...['x', '{', '[1]', 5, [{}], [{ ...lot, shares: 1 }], [{ ...lot, acquisitionDate: '2026-12-01' }]].map(
        (TaxLots) => issuance({ TaxLots }, 400),
      ),
      issuance({ TaxLots: undefined }, 400, 'TaxLots'),
      issuance({ TaxLots: 'x'.repeat(900_000) }, 400, 'TaxLots'),
      issuance({ TaxLots: 'x'.repeat(1_100_000) }, 413),
    ],
  },
  {
    id: 82,
    about: 'comments: 4,000 characters on any number of lines, nothing that rings or moves the cursor',
    requests: [
      issuance({ comments: 'one\r\ntwo\tthree' }, 200),
      issuance({ comments: 'x'.repeat(4_000) }, 200),
      ...['x'.repeat(4_001), 'bell\u0007', 'esc\u001b[2J', 'x'.repeat(900_000), 5].map((comments) =>
        issuance({ comments }, 400, 'comments'),
      ),
      issuance({ comments: 'x'.repeat(1_100_000) }, 413),
      issuance({ comments: undefined }, 400, 'comments'),
    ],
  },
  {
    id: 83,
    about: 'who entered it is who the caller says; the gateway says it from its session',
    also: async (registry) => {
      const customerShareholderId = 'BAD-AUTHOR';
      const by = { customerShareholderId, idempotencyId: undefined };
      await request(registry, post('CreateOrUpdate', by, 200));
      await request(
        registry,
        post('CreateOrUpdate', { ...by, name: 'OTHER', createdByEmail: 'someone@else.example' }, 200),
      );
      const { rows } = await registry.database.pool.query(
        `select c.by_email from holder_change c join holder h on h.id = c.holder_id where h.customer_id = $1`,
        [customerShareholderId],
      );
      expect(rows.map((row) => row.by_email)).toContain('someone@else.example');
    },
  },
  {
    id: 84,
    about: 'sixty-four equal requests without a request id are sixty-four issuances',
    also: async (registry) => {
      const before = await totals(registry, bank, 'Common');
      const responses = await Promise.all(
        Array.from({ length: 64 }, () => request(registry, issuance({ certificates: certificates(1) }, 200))),
      );
      const ids = responses.map(
        ({ body }) => (body as { controlTransactionId: number }).controlTransactionId,
      );
      expect(new Set(ids).size).toBe(64);
      const after = await totals(registry, bank, 'Common');
      expect(after.issued - before.issued).toBe(64n);
    },
  },
];

type Balance = { className: string } & Record<string, number | bigint>;

async function totals(registry: Registry, issuer: number, name: string) {
  const { body } = await registry.call(`${endpointOf('GetIssuerBalance').path}?CustomerIssuerId=${issuer}`);
  const row = (body as Balance[]).find((each) => each.className.includes(name));
  const whole = (field: string) => BigInt(row?.[field] ?? 0);
  return {
    issued: whole('totalIssuedShares'),
    available: whole('authorizedShares') - whole('totalIssuedShares') - whole('totalReserveShares'),
  };
}

async function digits(registry: Registry): Promise<void> {
  const before = await totals(registry, 1006, 'Interest');
  const body = {
    ...example,
    idempotencyId: undefined,
    customerIssuerId: 1006,
    securityType: { securityTypeCode: 'M' },
  };
  const shares = JSON.stringify({ ...body, certificates: '@' }).replace(
    '"@"',
    '[{"shares":9007199254740993,"restrictionCode":null}]',
  );
  await request(registry, send(write, shares, 200));
  const after = await totals(registry, 1006, 'Interest');
  expect(after.issued - before.issued).toBe(9_007_199_254_740_993n);
}

async function lastShare(registry: Registry): Promise<void> {
  const preferred = { securityType: { securityTypeCode: 'P' } };
  const before = await totals(registry, bank, 'Preferred');
  expect(before.available).toBeGreaterThan(1n);
  const matches = (shares: bigint) => ({ ...preferred, certificates: certificates(Number(shares)) });
  await request(registry, issuance(matches(before.available + 1n), 400, 'certificates'));
  expect(await totals(registry, bank, 'Preferred')).toEqual(before);
  await request(registry, issuance(matches(before.available), 200));
  expect((await totals(registry, bank, 'Preferred')).available).toBe(0n);
  await request(registry, issuance(matches(1n), 400, 'certificates'));
}
