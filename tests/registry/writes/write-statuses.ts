// Tests of every status of the two writes, and the field each refusal names.

import { beforeAll, describe, expect, test } from 'vitest';
import { writeJson } from '#lib/contract/wire/json';
import type { CallOptions, Registry, TestResponse } from '../boot.ts';
import {
  type Body,
  holderBody,
  holderPath,
  home,
  issuanceBody,
  issuancePath,
  writes,
} from './write-bodies.ts';

type As = CallOptions['as'];
type Row = [name: string, changed: Body, status: number, field?: string, as?: As];

const joined = { secondaryTaxId: '046454287', secondaryTaxIdType: 'SIN' };

const holderRows: Row[] = [
  ['as documented', {}, 200],
  ...[
    'createdByEmail',
    'createdByFirstName',
    'createdByLastName',
    'name',
    'sortName',
    'primaryPayeeName',
    'primaryTaxId',
    'primaryTaxIdType',
    'primaryAddress',
  ].map((field): Row => [`${field} missing`, { [field]: undefined }, 400, field]),
  ['name empty', { name: '' }, 400, 'name'],
  ['name of spaces', { name: '   ' }, 400, 'name'],
  ['name of 300', { name: 'N'.repeat(300) }, 200],
  ['name of 100 kB', { name: 'N'.repeat(100_000) }, 400, 'name'],
  ['name with a line break', { name: 'A\nB' }, 400, 'name'],
  ['name with NUL', { name: 'A\0B' }, 400, 'name'],
  ['name with half a surrogate', { name: 'A\ud800B' }, 400, 'name'],
  ['sort name without a comma', { sortName: 'SAMPLE' }, 200],
  ['account type in lower case', { accountType: 'individual' }, 400, 'accountType'],
  ['account type unknown', { accountType: 'Joint' }, 400, 'accountType'],
  ['account type null', { accountType: null }, 200],
  ['tax id null', { primaryTaxId: null }, 200],
  ['tax id empty', { primaryTaxId: '' }, 200],
  ['tax id of eight digits', { primaryTaxId: '12345678' }, 400, 'primaryTaxId'],
  ['tax id with letters', { primaryTaxId: '90A-01-0001' }, 400, 'primaryTaxId'],
  ['tax id shaped like an EIN', { primaryTaxId: '12-3456789' }, 200],
  ['SIN with a wrong check digit', joined, 400, 'secondaryTaxId'],
  ['SIN', { ...joined, secondaryTaxId: '046 454 286' }, 200],
  ['tax id type unknown', { primaryTaxIdType: 'ITIN' }, 400, 'primaryTaxIdType'],
  ['address null', { primaryAddress: null }, 400, 'primaryAddress'],
  ['address empty', { primaryAddress: {} }, 400, 'primaryAddress.address1'],
  ['address as text', { primaryAddress: '12 Lantern Row' }, 400, 'primaryAddress'],
  ['address with an unknown child', { primaryAddress: { ...home, planet: 'Earth' } }, 200],
  ['country of three letters', { primaryAddress: { ...home, country2Code: 'USA' } }, 400],
  ['state in full', { primaryAddress: { ...home, state: 'Ohio' } }, 400, 'primaryAddress.state'],
  ['no ZIP code', { primaryAddress: { ...home, postalCode: '' } }, 400, 'primaryAddress.postalCode'],
  ['free form abroad', { primaryAddress: { address1: 'Rua 1', city: 'Lisboa', country2Code: 'PT' } }, 200],
  ['author without a domain', { createdByEmail: 'robin' }, 400, 'createdByEmail'],
  ['two authors', { createdByEmail: 'a@b.example,c@d.example' }, 400, 'createdByEmail'],
  ['key empty', { idempotencyId: '' }, 400, 'idempotencyId'],
  ['key blank', { idempotencyId: ' ' }, 400, 'idempotencyId'],
  ['key of 256', { idempotencyId: 'k'.repeat(256) }, 400, 'idempotencyId'],
  ['key of 255', { idempotencyId: 'k'.repeat(255) }, 200],
  ['key as a number', { idempotencyId: 5 }, 400, 'idempotencyId'],
  ['key null', { idempotencyId: null }, 200],
  ['account id blank', { customerShareholderId: ' ' }, 400, 'customerShareholderId'],
  ['a holder of another issuer', { customerShareholderId: 'FOREIGN' }, 404, undefined, 'demo-issuer'],
  ['a new holder by a bound client', {}, 200, undefined, 'demo-issuer'],
  ['no token', {}, 401, undefined, null],
  ['no permission', {}, 403, undefined, 'demo-readonly'],
  ['no permission and no body', { name: undefined, sortName: undefined }, 403, undefined, 'demo-readonly'],
];

/** 900 three-byte letters without a pattern: more than an index entry can hold, compressed or not. */
const wide = Array.from({ length: 900 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)));
const [name, name2, name3] = [0, 300, 600].map((from) => wide.slice(from, from + 300).join(''));
const long = { name, name2, name3, sortName: name };

const one = (certificate: Body): Body => ({ certificates: [{ restrictionCode: null, ...certificate }] });
const lot = { acquisitionDate: '2026-11-01', shares: 100, costPerShare: 1.25 };
const type = (securityTypeCode: string, securitySeriesCode?: string): Body => ({
  securityType: { securityTypeCode, securitySeriesCode },
});

const issuanceRows: Row[] = [
  ['as documented', {}, 200],
  ...[
    'customerIssuerId',
    'effectiveDate',
    'processDate',
    'chargeAmount',
    'certificateType',
    'comments',
    'createdByEmail',
    'createdByFirstName',
    'createdByLastName',
    'restrictionCode',
    'shareholder',
    'TaxLots',
  ].map((field): Row => [`${field} missing`, { [field]: undefined }, 400, field]),
  ['issuer null', { customerIssuerId: null }, 400, 'customerIssuerId'],
  ['issuer inactive', { customerIssuerId: 1009 }, 400, 'customerIssuerId'],
  ['issuer foreign to the client', { customerIssuerId: 1004 }, 403, undefined, 'demo-issuer'],
  ['issuer unknown to a bound client', { customerIssuerId: 424242 }, 403, undefined, 'demo-issuer'],
  ['own issuer of a bound client', {}, 200, undefined, 'demo-issuer'],
  ['no permission', {}, 403, undefined, 'demo-readonly'],
  ['no token', {}, 401, undefined, null],
  ['no certificates', { certificates: [] }, 400, 'certificates'],
  ['certificates null', { certificates: null }, 400, 'certificates'],
  ['certificates absent', { certificates: undefined }, 400, 'certificates'],
  ['no number of shares', one({}), 400, 'certificates[0].shares'],
  ['no shares', one({ shares: 0 }), 400, 'certificates[0].shares'],
  ['fewer than none', one({ shares: -5 }), 400, 'certificates[0].shares'],
  ['one and a half', one({ shares: 1.5 }), 400, 'certificates[0].shares'],
  ['shares as text', one({ shares: '5' }), 400, 'certificates[0].shares'],
  ['2^63 shares', one({ shares: 2n ** 63n }), 400, 'certificates[0].shares'],
  ['2^63 - 1 shares', one({ shares: 2n ** 63n - 1n }), 400, 'certificates'],
  ['restriction unknown', { restrictionCode: 'Z' }, 400, 'restrictionCode'],
  ['restriction in lower case', { restrictionCode: 'r' }, 400, 'restrictionCode'],
  ['restriction empty', { restrictionCode: '' }, 400, 'restrictionCode'],
  ['restriction missing', { certificates: [{ shares: 1 }] }, 400, 'certificates[0].restrictionCode'],
  ['form unknown', { certificateType: 'Paper' }, 400, 'certificateType'],
  ['paper', { certificateType: 'Certificate' }, 200],
  ['common by its letter', type('C'), 400, 'securityType.securityTypeCode'],
  ['a class it does not have', type('W'), 400, 'securityType'],
  ['several common classes', { customerIssuerId: 1002 }, 400, 'securityType'],
  ['common by its series', { customerIssuerId: 1002, securityType: { securitySeriesCode: 'B' } }, 200],
  ['common by an empty series', { securityType: { securitySeriesCode: '' } }, 200],
  ['an empty series, as the list of securities has it', { customerIssuerId: 1006, ...type('M', '') }, 200],
  ['an empty series where each has one', { customerIssuerId: 1003, ...type('P', '') }, 400, 'securityType'],
  ['several preferred', { customerIssuerId: 1003, ...type('P') }, 400, 'securityType'],
  ['one preferred of several', { customerIssuerId: 1003, ...type('P', 'A') }, 200],
  ['charge below nothing', { chargeAmount: -1 }, 400, 'chargeAmount'],
  ['charge as text', { chargeAmount: '5' }, 400, 'chargeAmount'],
  ['half a cent', { chargeAmount: 0.005 }, 400, 'chargeAmount'],
  ['charge of 10^15', { chargeAmount: 1e15 }, 400, 'chargeAmount'],
  ['a date that is none', { effectiveDate: '2026-02-30' }, 400, 'effectiveDate'],
  ['before the class', { effectiveDate: '1900-01-01' }, 400, 'effectiveDate'],
  ['in the year 9999', { effectiveDate: '9999-12-31' }, 200],
  ['process date null', { processDate: null }, 400, 'processDate'],
  ['comments of 1 MB', { comments: 'x'.repeat(900_000) }, 400, 'comments'],
  ['comments with a bell', { comments: 'a\u0007b' }, 400, 'comments'],
  ['comments in two lines', { comments: 'a\r\nb' }, 200],
  ['lots as JSON text', { TaxLots: JSON.stringify([lot]) }, 200],
  [
    'lots as JSON text with a name twice',
    { TaxLots: '{"acquisitionDate":"2026-11-01","shares":1,"shares":100}' },
    400,
    'TaxLots',
  ],
  ['lots as a list', { TaxLots: [lot] }, 200],
  ['lots as one object', { TaxLots: lot }, 200],
  ['lots as empty text', { TaxLots: '' }, 200],
  ['lots of other text', { TaxLots: 'none' }, 400, 'TaxLots'],
  ['lots that do not add up', { TaxLots: [{ ...lot, shares: 99 }] }, 400, 'TaxLots'],
  ['lots to come', { TaxLots: { ...lot, acquisitionDate: '2026-12-01' } }, 400, 'TaxLots[0].acquisitionDate'],
  ['own lots that do not add up', one({ shares: 5, TaxLots: lot }), 400, 'certificates[0].TaxLots'],
  ['a holder inside a certificate', one({ shares: 5, shareholder: holderBody() }), 200],
  ['names beyond an index', { shareholder: holderBody(long) }, 200],
  ['a broken one there', one({ shares: 5, shareholder: {} }), 400, 'certificates[0].shareholder.name'],
  ['a nominee without restriction', { shareholder: holderBody({ accountType: 'NomineeOrDepository' }) }, 200],
  [
    'a nominee under restriction',
    { restrictionCode: 'R', shareholder: holderBody({ accountType: 'NomineeOrDepository' }) },
    400,
    'certificates[0].restrictionCode',
  ],
  [
    'a holder of another issuer by a bound client',
    { shareholder: holderBody({ customerShareholderId: 'FOREIGN' }) },
    404,
    undefined,
    'demo-issuer',
  ],
];

/** Every status of the two writes, and the field each refusal names. */
export function writeStatuses(registry: () => Registry): void {
  const { hold, issue } = writes(registry);

  function check(response: TestResponse, status: number, field: string | undefined): void {
    expect([response.status, response.text]).toEqual([status, expect.any(String)]);
    if (status === 200) return;
    const body = response.body as { message: string; traceId: string; errors?: Record<string, string[]> };
    expect(Object.keys(body).filter((name) => !['message', 'errors', 'traceId'].includes(name))).toEqual([]);
    if (field) expect(Object.keys(body.errors ?? {})).toContain(field);
    for (const text of Object.values(body.errors ?? {}).flat()) expect(text).toMatch(/[A-Za-z].*\.$/);
    expect(response.text).not.toMatch(/select |node_modules|registry\/|at \w+ \(|23505|constraint/i);
  }

  /** A holder of issuer 1004 only, which a client of issuer 1001 must not find. */
  beforeAll(async () => {
    const shareholder = holderBody({ customerShareholderId: 'FOREIGN' });
    const certificates = [{ shares: 1, restrictionCode: null }];
    expect((await issue(issuanceBody({ customerIssuerId: 1004, shareholder, certificates }))).status).toBe(
      200,
    );
  });

  describe('CreateOrUpdate', () => {
    test.each(holderRows)('%s', async (_name, changed, status, field, as = 'demo-agent') => {
      check(await hold(holderBody(changed), { as }), status, field);
    });
  });

  describe('CreateNewIssuance', () => {
    test.each(issuanceRows)('%s', async (_name, changed, status, field, as = 'demo-agent') => {
      const body = writeJson(issuanceBody(changed));
      check(await issue(body as unknown as Body, { as, method: 'POST' }), status, field);
    });
  });

  test('a refused class says which are accepted', async () => {
    const texts = async (changed: Body) => {
      const { body } = await issue(issuanceBody(changed));
      return Object.values((body as { errors: Record<string, string[]> }).errors).flat();
    };
    expect(await texts(type('C'))).toEqual([
      'Security type must be one of P, W, U, B, D, M; for common shares leave it out or send null.',
    ]);
    expect(await texts(type('P', 'D'))).toEqual([
      'Series must be one of empty, A, B, C; leave it out or send null for any series.',
    ]);
    expect(await texts({ customerIssuerId: 1002 })).toEqual([
      expect.stringMatching(/Request one of .+ \(no type, series A\), .+ \(no type, series B\)\.$/),
    ]);
    expect(await texts({ customerIssuerId: 1003, ...type('P', '') })).toEqual([
      expect.stringMatching(/has no class "Preferred"\. Request one of .+ \(type P, series A\)/),
    ]);
  });

  test.each([holderPath, issuancePath])(
    'a read-only client is rejected at %s before its body is read',
    async (path) => {
      for (const body of [{}, '{', '[]', 'null']) {
        expect((await registry().call(path, { body, as: 'demo-readonly', method: 'POST' })).status).toBe(403);
      }
    },
  );

  test('all errors are reported at once', async () => {
    const response = await hold(
      holderBody({ name: '', sortName: 5, primaryTaxIdType: 'X', primaryAddress: {} }),
    );
    const { errors } = response.body as { errors: object };
    expect(Object.keys(errors).sort()).toEqual([
      'name',
      'primaryAddress.address1',
      'primaryAddress.city',
      'primaryAddress.country2Code',
      'primaryTaxIdType',
      'sortName',
    ]);
  });

  test('a rejected write has no effect', async () => {
    const counts = async () =>
      (
        await registry().database.pool.query(
          `select (select count(*) from holder) as holders, (select count(*) from txn) as transactions,
                  (select count(*) from issuer) as issuers, (select count(*) from idempotency_key) as keys,
                  (select count(*) from account) as accounts, (select sum(version) from issuer) as versions`,
        )
      ).rows[0];
    const before = await counts();
    const rejected = [
      await issue(issuanceBody({ idempotencyId: 'r1', restrictionCode: 'R', ...one({ shares: 10 ** 15 }) })),
      await issue(issuanceBody({ idempotencyId: 'r2', customerIssuerId: 1009 })),
      await issue(issuanceBody({ idempotencyId: 'r3', ...type('W') })),
      await hold(holderBody({ idempotencyId: 'r4', customerShareholderId: 'FOREIGN' }), {
        as: 'demo-issuer',
      }),
    ];
    expect(rejected.map(({ status }) => status)).toEqual([400, 400, 400, 404]);
    expect(await counts()).toEqual(before);
  });
}
