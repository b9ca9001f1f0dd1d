// Tests of reads: their exact fields, and the response to each bad request.

import { expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type EndpointId, endpointOf } from '#lib/contract/index';
import { holdingCertificate } from '#lib/contract/operations/certificate';
import type { CallOptions, Registry, TestResponse } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';
import { search } from '../shapes.ts';

const holder = 'H-100005';
const statusList = {
  customerIssuerId: 1001,
  filterTransactionType: 'All',
  transactionStatus: 'All',
  orderBy: 'Descending',
  sortBy: 'EffectiveDate',
  start: 0,
  numberOfRows: 50,
};

/** One request per operation that must succeed, and the expected schema of its response. */
const reads: [id: EndpointId, input: Record<string, unknown>, schema?: z.ZodType][] = [
  ['GetShareholderDetails', { customerShareholderId: holder }],
  ['GetShareholderDetailsList', { customerIssuerId: 1008 }],
  ['GetHoldingSummary', { customerIssuerId: 1001, customerShareholderId: holder }],
  ['GetHoldingCertificates', { customerIssuerId: 1005, filterStatus: 'All' }, z.array(holdingCertificate)],
  ['GetDilutedPercentage', { customerIssuerId: 1003, cutoff: '2026-11-20', isPDF: false }],
  ['GetProxyList', { customerIssuerId: '' }],
  ['GetDividendList', { customerIssuerId: 1004 }],
  ['GetDividendList', { customerIssuerId: 1008 }],
  ['GetTAStatusTransactions', statusList],
  ['GetTAStatusTransactions', { ...statusList, customerIssuerId: '' }],
];

const definitionFields =
  'certificateDefinitionId securityTypeId securityType prefix certificateType description cusip parValue nextCertificateNumber isActive restrictionLegendRequired';

const path = (id: EndpointId, input: Record<string, unknown>) => `${endpointOf(id).path}?${search(input)}`;

type Rejection = [
  name: string,
  id: EndpointId,
  input: Record<string, unknown>,
  status: number,
  as?: CallOptions['as'],
];

const bound = 'demo-issuer' as const;
const certificates = { customerIssuerId: 1001, filterStatus: 'All' };
const diluted = { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: 'false' };

const rejections: Rejection[] = [
  ...reads.map(([id, input]): Rejection => ['no token', id, input, 401, null]),
  ...reads
    .filter(([, input]) => typeof input.customerIssuerId === 'number')
    .flatMap(([id, input]): Rejection[] => [
      ['issuer unknown', id, { ...input, customerIssuerId: 424242 }, 404],
      ['issuer foreign', id, { ...input, customerIssuerId: 1002 }, 403, bound],
      ['issuer unknown to a bound client', id, { ...input, customerIssuerId: 424242 }, 403, bound],
      ['issuer zero', id, { ...input, customerIssuerId: 0 }, 400],
    ]),
  ...(
    ['GetHoldingSummary', 'GetHoldingCertificates', 'GetDilutedPercentage', 'GetDividendList'] as const
  ).map(
    (id): Rejection => [
      'null issuer',
      id,
      { ...reads.find(([each]) => each === id)?.[1], customerIssuerId: '' },
      400,
    ],
  ),
  ['no issuer', 'GetShareholderDetailsList', {}, 400],
  ['no issuer', 'GetIssuerActiveCertificateDefinitions', {}, 400],
  ['issuer foreign', 'GetIssuerActiveCertificateDefinitions', { CustomerIssuerId: 1004 }, 403, bound],
  [
    'ids disagree',
    'GetIssuerActiveCertificateDefinitions',
    { CustomerIssuerId: 1001, SystemControlIssuerId: 2 },
    400,
  ],
  ['no id', 'GetShareholderDetails', {}, 400],
  ['empty id', 'GetShareholderDetails', { customerShareholderId: '' }, 400],
  ...['*', '%', '_', "' OR 1=1--", 'h-100005'].map(
    (id): Rejection => [`id ${id}`, 'GetShareholderDetails', { customerShareholderId: id }, 404],
  ),
  ['id of 10 kB', 'GetShareholderDetails', { customerShareholderId: 'x'.repeat(10_000) }, 400],
  ['holder of other issuers', 'GetShareholderDetails', { customerShareholderId: 'H-126200' }, 404, bound],
  ['own holder', 'GetShareholderDetails', { customerShareholderId: holder }, 200, bound],
  ['no status', 'GetHoldingCertificates', { customerIssuerId: 1001 }, 400],
  ['status in lower case', 'GetHoldingCertificates', { ...certificates, filterStatus: 'all' }, 400],
  ['no cutoff', 'GetDilutedPercentage', { customerIssuerId: 1001, isPDF: 'false' }, 400],
  ['no isPDF', 'GetDilutedPercentage', { customerIssuerId: 1001, cutoff: '2026-11-20' }, 400],
  ['cutoff tomorrow', 'GetDilutedPercentage', { ...diluted, cutoff: '2026-11-21' }, 200],
  ['cutoff later', 'GetDilutedPercentage', { ...diluted, cutoff: '2026-11-22' }, 400],
  ['as PDF', 'GetDilutedPercentage', { ...diluted, isPDF: 'true' }, 200],
  ['isPDF', 'GetDividendList', { customerIssuerId: 1001, isPDF: 'true' }, 200],
  ['type', 'GetTAStatusTransactions', { ...statusList, filterTransactionType: 'X' }, 400],
  ['type absent', 'GetTAStatusTransactions', { ...statusList, filterTransactionType: undefined }, 400],
  ['type blank', 'GetTAStatusTransactions', { ...statusList, filterTransactionType: '' }, 200],
  ['status', 'GetTAStatusTransactions', { ...statusList, transactionStatus: 'pending' }, 400],
  ['sort', 'GetTAStatusTransactions', { ...statusList, sortBy: 'issued_to; drop table txn' }, 400],
  ['direction', 'GetTAStatusTransactions', { ...statusList, orderBy: 'DESC' }, 400],
  ['start', 'GetTAStatusTransactions', { ...statusList, start: -1 }, 400],
  ['no rows', 'GetTAStatusTransactions', { ...statusList, numberOfRows: 0 }, 400],
  ['1,001 rows', 'GetTAStatusTransactions', { ...statusList, numberOfRows: 1001 }, 400],
  ['year to come', 'GetTA2Report', { year: 2027 }, 400],
  ['year before there were agents', 'GetTA2Report', { year: 1 }, 400],
  ['year in words', 'GetTA2Report', { year: 'last' }, 400],
  ['days of two years', 'GetTA2Report', { startDate: '2024-12-01', endDate: '2025-01-31' }, 400],
  ['issuer unknown', 'GetTA2Report', { customerIssuerId: 424242 }, 404],
  ['issuer foreign', 'GetTA2Report', { customerIssuerId: 1004 }, 403, bound],
  ['ids disagree', 'GetTA2Report', { customerIssuerId: 1001, SystemControlIssuerId: 2 }, 400],
];

/** The remaining reads: their exact fields, and the response to each bad request. */
export function readOperations(registry: () => Registry): void {
  test.each(reads)('%s returns exactly its documented fields: %j', async (id, input, schema) => {
    const response = await registry().call(path(id, input));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(shapeDifferences(schema ?? contract[id].response, response.body)).toEqual([]);
    const [list] = [response.body, ...Object.values(response.body as object)].filter(Array.isArray);
    expect(list === undefined || list.length > 0).toBe(true);
  });

  test.each(rejections)('%s: %s %j returns %i', async (_name, id, input, status, as) => {
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const response = await registry().call(path(id, given), as === undefined ? {} : { as });
    expect(response.status).toBe(status);
    if (status === 200) return;
    const { message, traceId } = response.body as { message: string; traceId: string };
    expect([typeof message, typeof traceId]).toEqual(['string', 'string']);
    expect(response.text).not.toMatch(/select |node_modules|registry\/|at \w+ \(/i);
  });

  test('certificate definitions: one per class and form, with the free numbers', async () => {
    for (const CustomerIssuerId of [1001, 1002, 1007, 1008]) {
      const response = await registry().call(
        path('GetIssuerActiveCertificateDefinitions', { CustomerIssuerId }),
      );
      const definitions = response.body as Record<string, unknown>[];
      expect(new Set(definitions.flatMap((one) => Object.keys(one)))).toEqual(
        new Set(definitionFields.split(' ')),
      );
      expect(new Set(definitions.map((one) => one.certificateDefinitionId)).size).toBe(definitions.length);
      const types = (await registry().call(path('GetIssuerSecurityTypes', { CustomerIssuerId }))).body as {
        securityTypeId: number;
      }[];
      for (const { securityTypeId } of types) {
        const forms = definitions.filter((one) => one.securityTypeId === securityTypeId);
        expect(new Set(forms.map((one) => one.certificateType))).toEqual(
          new Set(['BookEntry', 'Certificate']),
        );
        const { rows } = await registry().database.pool.query(
          'select prefix, max(number) as last from certificate where class_id = $1 group by prefix',
          [securityTypeId],
        );
        for (const { prefix, last } of rows) {
          expect(forms.find((one) => one.prefix === prefix)?.nextCertificateNumber).toBe(String(last + 1n));
        }
      }
    }
  });

  test('an unknown account: empty lists, and details not found', async () => {
    const nobody = { customerIssuerId: 1001, customerShareholderId: 'nobody' };
    expect((await registry().call(path('GetHoldingSummary', nobody))).body).toEqual([]);
    const held = await registry().call(path('GetHoldingCertificates', { ...nobody, filterStatus: 'All' }));
    expect(held.body).toEqual([]);
    const other = await registry().call(path('GetHoldingSummary', { ...nobody, customerIssuerId: 1007 }));
    expect(other.body).toEqual([]);
    const message = async (customerShareholderId: string) =>
      (
        (await registry().call(path('GetShareholderDetails', { customerShareholderId }), { as: bound }))
          .body as {
          message: string;
        }
      ).message;
    expect(await message('H-126200')).toBe(await message('nobody'));
  });

  test('an issuer without holders has an empty holder list', async () => {
    expect(
      (await registry().call(path('GetShareholderDetailsList', { customerIssuerId: 1007 }))).body,
    ).toEqual({
      shareholders: [],
    });
  });

  test('the details of an account equal its element in the list', async () => {
    const list = (await registry().call(path('GetShareholderDetailsList', { customerIssuerId: 1003 })))
      .body as {
      shareholders: {
        customerShareholderId: string;
        mailingAddress: object | null;
        fullMailingAddress: string;
      }[];
    };
    for (const element of list.shareholders.slice(0, 12)) {
      const { customerShareholderId } = element;
      expect((await registry().call(path('GetShareholderDetails', { customerShareholderId }))).body).toEqual(
        element,
      );
      expect(element.mailingAddress === null).toBe(element.fullMailingAddress === '');
    }
    const names = (await registry().call(path('GetShareholderDetailsList', { customerIssuerId: 1001 })))
      .body as {
      shareholders: { name: string }[];
    };
    expect(names.shareholders.filter(({ name }) => name.endsWith('TREASURY'))).toEqual([]);
  });

  test('a client bound to an issuer gets its own issuer where it names none', async () => {
    const own = await registry().call(path('GetProxyList', { customerIssuerId: 1001 }));
    expect(
      (await registry().call(path('GetProxyList', { customerIssuerId: '' }), { as: bound })).body,
    ).toEqual(own.body);
    const all = path('GetTAStatusTransactions', { ...statusList, customerIssuerId: '' });
    const one = await registry().call(path('GetTAStatusTransactions', statusList));
    expect((await registry().call(all, { as: bound })).body).toEqual(one.body);
    const total = ({ body }: TestResponse) => (body as { totalRecords: number }).totalRecords;
    expect(total(await registry().call(all))).toBeGreaterThan(total(one));
  });
}
