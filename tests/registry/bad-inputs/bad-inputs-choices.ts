import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { post, type RequestOptions, type Row, read, request, smallIssuer } from './bad-inputs.ts';
import { query, withField } from './bad-inputs-fields.ts';

const drs = 'GenerateDRSStatement';
const labels = 'GenerateMailingLabels';
const journal = 'GenerateTransactionList';
const proxy = 'GenerateProxyDetails';
const status = 'GetIssuerBalance';
const small = { customerShareholderId: 'nobody' };

function each(name: string, values: readonly unknown[], status: number): RequestOptions[] {
  return withField(name).flatMap((id) =>
    values.map((value) => post(id, { [name]: value }, status, status === 400 ? name : undefined)),
  );
}

const issuerOne = 'CustomerIssuerId=1001';
const details = 'GetShareholderDetails';
const holder = (text: string, status: number) =>
  read(details, `customerShareholderId=${encodeURIComponent(text)}`, status);

/** Rows 39 to 55: filters, closed lists, object IDs. */
export const choiceRows: readonly Row[] = [
  {
    id: 39,
    about: 'security filters: empty is all, unknown letters and other shapes are refused',
    requests: [
      ...withField('filterSecurityType')
        .filter((id) => id !== drs)
        .flatMap((id) => [
          post(id, { filterSecurityType: {}, ...small }, 200),
          post(id, { filterSecurityType: { securitySeriesCode: 'A' }, ...small }, 200),
          post(
            id,
            { filterSecurityType: { securityTypeCode: 'Z' } },
            400,
            'filterSecurityType.securityTypeCode',
          ),
          post(id, { filterSecurityType: 'C' }, 400, 'filterSecurityType'),
          post(id, { filterSecurityType: ['C'] }, 400, 'filterSecurityType'),
        ]),
      read(status, `${issuerOne}&FilterSecurityType.SecuritySeriesCode=A`, 200),
      read(status, `${issuerOne}&FilterSecurityType.SecurityTypeCode=Z`, 400),
      read(status, `${issuerOne}&FilterSecurityType=C`, 400, 'FilterSecurityType'),
      read(
        status,
        `${issuerOne}&FilterSecurityType.SecurityTypeCode=C&filtersecuritytype.securitytypecode=C`,
        400,
      ),
    ],
  },
  {
    id: 40,
    about: 'the filter of the direct registration statement: object, JSON text or short text',
    requests: [
      ...['C', 'PA', 'P-A', 'P|A', '', '{"securityTypeCode":"C"}', '{"SecurityTypeCode":"P"}', {}].map(
        (filterSecurityType) => post(drs, { filterSecurityType, ...small }, 200),
      ),
      ...['c', 'W', 'C ', '{"a":1}', '{"securityTypeCode":"Z"}', '[]', '{', 'null', null, 1, undefined].map(
        (filterSecurityType) => post(drs, { filterSecurityType, ...small }, 400, 'filterSecurityType'),
      ),
    ],
  },
  {
    id: 41,
    about: 'closed lists take their own values in their own letter case only',
    requests: [
      ...each('restrictionStatus', ['all', 'ALL', null, 0, undefined, ''], 400),
      ...each('restriction', ['all', null, undefined], 400),
      ...each('addressStatus', ['Good', 'goodaddress', null, undefined], 400),
      ...each('certificateInfoStatus', ['outstanding', 'Cancelled', null, undefined], 400),
      ...each('holdingStatus', ['all', null, 'Active'], 400),
      ...each('filterDateBy', ['effective', 'EFFECTIVEDATE', null, undefined], 400),
      query(status, 'RestrictionStatus', 'ALL', 400),
    ],
  },
  {
    id: 42,
    about: 'label codes: an address sheet, a sheet for something else, none at all',
    requests: [
      post(labels, { customerIssuerId: smallIssuer, labelType: 'LABEL5160' }, 200),
      ...[
        'LABEL9999',
        '../LABEL',
        `LABEL${'5'.repeat(10_000)}`,
        '5160',
        'label5160',
        null,
        undefined,
        5160,
      ].map((labelType) => post(labels, { labelType }, 400, 'labelType')),
    ],
    also: otherSheets,
  },
  {
    id: 43,
    about: 'kinds of rejections: null is all of them',
    requests: [
      post('GenerateRejectionList', { type: null }, 200),
      ...['DTC', '', ['DTCRejection'], 'masterrejection', undefined].map((type) =>
        post('GenerateRejectionList', { type }, 400, 'type'),
      ),
    ],
  },
  {
    id: 44,
    about: 'the two names of the contact status must agree',
    requests: [
      post('GenerateIssuerContacts', { status: 'All', contactStatus: 'Active' }, 400, 'contactStatus'),
      post('GenerateIssuerContacts', { status: undefined, contactStatus: 'All' }, 200),
      post('GenerateIssuerContacts', { status: undefined, contactStatus: undefined }, 400, 'status'),
    ],
  },
  {
    id: 45,
    about: 'the format is true or false and nothing that looks like it',
    requests: [
      ...each('isPDF', ['true', 1, 0, null, 'PDF', []], 400),
      ...['GenerateDilutedPercentage', 'GenerateRejectionList', 'GenerateTransactions', proxy].map((id) =>
        post(id as typeof proxy, { isPDF: undefined }, 400, 'isPDF'),
      ),
      query('GetDilutedPercentage', 'isPDF', undefined, 400),
      ...['1', 'True', 'yes', ''].map((text) => query('GetDilutedPercentage', 'isPDF', text, 400)),
    ],
  },
  { id: 46, about: 'JSON wanted and a PDF wanted: JSON', also: journals },
  {
    id: 47,
    about: 'neither JSON nor PDF wanted: a workbook, at both addresses',
    also: async (registry) => {
      const { path, aliases = [] } = endpointOf(journal);
      for (const each of [path, ...aliases]) {
        for (const flags of [{}, { isPDF: false, returnJSON: false }]) {
          const requested = post(
            journal,
            { customerIssuerId: smallIssuer, isPDF: undefined, returnJSON: undefined, ...flags },
            200,
          );
          expect((await request(registry, { ...requested, path: each })).text).toContain('.xlsx/');
        }
      }
    },
  },
  {
    id: 48,
    about: 'kinds of transactions: empty or null is all, a letter is one',
    requests: [
      ...['', null, 'N', 'V'].map((transactionTypeCode) =>
        post(journal, { customerIssuerId: smallIssuer, transactionTypeCode }, 200),
      ),
      ...['n', 'NT', 'X', 0, [], 'All'].flatMap((transactionTypeCode) => [
        post(journal, { transactionTypeCode }, 400, 'transactionTypeCode'),
        post('GenerateTransactions', { transactionTypeCode }, 400, 'transactionTypeCode'),
      ]),
      post('GenerateTransactions', { transactionTypeCode: undefined }, 400, 'transactionTypeCode'),
    ],
  },
  {
    id: 49,
    about: 'details of a transaction that is not completed: refused with the reason',
    also: notCompleted,
  },
  {
    id: 50,
    about: 'details of a transaction that is none, or not yours',
    requests: [
      ...[null, '5', 1.5, undefined, [1]].map((controlTransactionId) =>
        post('GenerateTransactionDetails', { controlTransactionId }, 400, 'controlTransactionId'),
      ),
      ...[0, -1, 9_007_199_254_740_991].map((controlTransactionId) =>
        post('GenerateTransactionDetails', { controlTransactionId }, 404),
      ),
      post('GenerateTransactionDetails', { controlTransactionId: 400000712 }, 404, undefined, {
        as: 'demo-issuer',
      }),
    ],
  },
  {
    id: 51,
    about: 'a proxy by any of its three names, but by one number',
    why: 'controlProxyId alone is right: the three names are equivalent',
    requests: [
      post(proxy, { customerProxyId: null, controlProxyId: undefined }, 400, 'customerProxyId'),
      post(proxy, { customerProxyId: undefined, controlProxyId: undefined }, 400, 'customerProxyId'),
      post(proxy, { customerProxyId: null }, 200),
      post(proxy, { controlProxyId: 100000004 }, 400, 'controlProxyId'),
      post(proxy, { customerProxyId: '5' }, 400),
    ],
  },
  {
    id: 52,
    about: "a dividend of another issuer's, or of none",
    requests: [
      post('GenerateDividendDetails', { dividendId: 400000001 }, 404, undefined, { as: 'demo-issuer' }),
      post('GenerateDividendDetails', { dividendId: 2 ** 40 }, 404),
      post('GenerateDividendDetails', { dividendId: 0 }, 404),
      post('GenerateDividendDetails', { dividendId: null }, 400, 'dividendId'),
    ],
  },
  {
    id: 53,
    about: 'a holder that is none: no pattern matches, nothing is escaped',
    requests: [
      read(details, '', 400, 'customerShareholderId'),
      holder('', 400),
      ...['*', '%', '_', "' OR 1=1--", 'H-_100010', 'h-100010', ' H-100010'].map((text) => holder(text, 404)),
      holder('x'.repeat(10_000), 400),
    ],
  },
  {
    id: 54,
    about: "your own issuer with another issuer's holder is as empty as with none",
    also: async (registry) => {
      const { body } = await registry.call('/api/v1/Shareholder/Details/List?customerIssuerId=1004');
      const [{ customerShareholderId }] = (body as { shareholders: [{ customerShareholderId: string }] })
        .shareholders;
      for (const id of [customerShareholderId, 'nobody']) {
        const path = `${endpointOf('GetHoldingSummary').path}?customerIssuerId=1001&customerShareholderId=${id}`;
        const response = await registry.call(path, { as: 'demo-issuer' });
        expect([id, response.status, response.text]).toEqual([id, 200, '[]']);
      }
    },
  },
  {
    id: 55,
    about: 'the status of certificates is required, in its own letter case',
    requests: [
      query('GetHoldingCertificates', 'filterStatus', undefined, 400),
      query('GetHoldingCertificates', 'filterStatus', 'all', 400),
      query('GetHoldingCertificates', 'filterStatus', 'Canceled', 200),
    ],
  },
];

async function otherSheets(registry: Registry): Promise<void> {
  const others = '5066 5366 8366 5293 5295 8293 5395 8395 5371 8871 5196 8196 5931 8931 5199 5388 5389';
  for (const code of others.split(' ')) {
    const labelType = `LABEL${code}`;
    const { body } = await request(registry, post(labels, { labelType }, 400, 'labelType'));
    const { message, errors } = body as { message: string; errors: { labelType: string[] } };
    for (const text of [message, errors.labelType.join()]) {
      expect(text).toContain(labelType);
      expect(text).toContain('not a mailing label sheet');
    }
    expect(message).toContain('labelType:');
  }
}

async function journals(registry: Registry): Promise<void> {
  const { body } = await request(registry, post(journal, { returnJSON: true, isPDF: true }, 200));
  expect(Object.keys(body as object)).toEqual(['totalTransactionRecords', 'transactions']);
}

async function notCompleted(registry: Registry): Promise<void> {
  const pending = await request(
    registry,
    query('GetTAStatusTransactions', 'transactionStatus', 'Pending', 200),
  );
  const [{ controlTransactionId }] = (pending.body as { transactions: [{ controlTransactionId: number }] })
    .transactions;
  const response = await request(
    registry,
    post('GenerateTransactionDetails', { controlTransactionId }, 400, 'controlTransactionId'),
  );
  expect(response.text).toContain('Pending');
}
