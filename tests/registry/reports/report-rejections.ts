// Tests of refused report requests (400, 403, 404).

import { expect, test } from 'vitest';
import type { EndpointId } from '#lib/contract/index';
import type { Registry } from '../boot.ts';
import { reportReader } from './report-reader.ts';

const labels = {
  customerIssuerId: 1004,
  labelType: 'LABEL5160',
  cutoff: '2026-11-20',
  restriction: 'All',
  addressStatus: 'All',
};
const balance = { customerIssuerId: 1001, CutoffDate: '2026-11-20', restrictionStatus: 'All' };
const rejections = { customerIssuerId: 1001, type: null, includeInvoiceNumber: true, isPDF: true };
const list = {
  customerIssuerId: 1001,
  filterDateBy: 'EffectiveDate',
  startDate: '2026-01-01',
  endDate: '2026-11-20',
};
const register = { ...list, transactionTypeCode: null, isPDF: true };

const bad: [EndpointId, object, why: string][] = [
  ['GenerateIssuerBalance', { ...balance, customerIssuerId: null }, 'no issuer'],
  ['GenerateIssuerBalance', { ...balance, CutoffDate: '2027-01-01' }, 'a cutoff to come'],
  ['GenerateIssuerBalance', { ...balance, restrictionStatus: 'Some' }, 'an unknown value'],
  [
    'GenerateOwnershipPercentage',
    { customerIssuerId: 1001, cutoff: '2026-02-30', sortBy: 'Name', orderBy: 'Ascending' },
    'no such day',
  ],
  ['GenerateDilutedPercentage', { customerIssuerId: 1001, cutoff: '2026-11-20' }, 'no format'],
  [
    'GenerateControlBook',
    { customerIssuerId: 1001, startDate: '2026-02-01', endDate: '2026-01-01' },
    'start after end',
  ],
  [
    'GenerateControlBook',
    { customerIssuerId: null, startDate: '2026-01-01', endDate: '2026-01-01' },
    'no issuer',
  ],
  ['GenerateTransactions', { ...register, customerIssuerId: null }, 'no issuer'],
  ['GenerateTransactions', { ...register, startDate: '2026-11-21' }, 'start after end'],
  ['GenerateTransactionList', { ...list, filterDateBy: 'PostedDate' }, 'an unknown date'],
  ['GenerateRejectionList', { ...rejections, endDate: '2020-01-01' }, 'today after end'],
  ['GenerateRejectionList', { ...rejections, type: 'Other' }, 'an unknown kind'],
  [
    'GenerateIssuerContacts',
    { customerIssuerId: 1001, status: 'All', contactStatus: 'Active', isPDF: true },
    'disagreeing twins',
  ],
  ['GenerateMailingLabels', { ...labels, labelType: 'LABEL5371' }, 'a business card sheet'],
  ['GenerateMailingLabels', { ...labels, labelType: 'LABEL5293' }, 'a round label'],
  ['GenerateProxyDetails', { customerProxyId: null, includeNotVotedShares: true, isPDF: true }, 'no proxy'],
  [
    'GenerateProxyDetails',
    { customerProxyId: 100000001, proxyId: 100000002, includeNotVotedShares: true, isPDF: true },
    'two proxies',
  ],
  ['GenerateDRSStatement', { customerIssuerId: 1001 }, 'no security filter'],
];

/** 400, 403 and 404 of the reports. */
export function reportRejections(registry: () => Registry): void {
  const { order, link, fetched, book } = reportReader(registry);

  test.each(bad)('%s %j is rejected: %s', async (id, body) => {
    const response = await order(id, body);
    expect([response.status, Object.keys(response.body as object)]).toEqual([
      400,
      ['message', 'errors', 'traceId'],
    ]);
  });

  test.each([
    ['GenerateIssuerBalance', { ...balance, customerIssuerId: 4242 }],
    ['GenerateTransactionDetails', { controlTransactionId: 199999999 }],
    ['GenerateTransactionDetails', { controlTransactionId: -1 }],
    ['GenerateProxyDetails', { customerProxyId: 100000099, includeNotVotedShares: true, isPDF: true }],
    ['GenerateDividendDetails', { dividendId: 1, isPDF: true }],
  ] as [EndpointId, object][])('%s %j is not found', async (id, body) => {
    expect((await order(id, body)).status).toBe(404);
  });

  test('a client bound to one issuer: 403 for another issuer, 404 for its objects', async () => {
    const as = 'demo-issuer' as const;
    for (const customerIssuerId of [1004, 4242]) {
      for (const [id, body] of [
        ['GenerateIssuerBalance', balance],
        ['GenerateMailingLabels', labels],
        ['GenerateRejectionList', rejections],
        ['GenerateTransactions', register],
      ] as [EndpointId, object][]) {
        expect([id, (await order(id, { ...body, customerIssuerId }, { as })).status]).toEqual([id, 403]);
      }
    }
    const foreign: [EndpointId, object][] = [
      ['GenerateTransactionDetails', { controlTransactionId: 400000712 }],
      ['GenerateDividendDetails', { dividendId: 400000001 }],
      ['GenerateProxyDetails', { customerProxyId: 800000001, includeNotVotedShares: false, isPDF: true }],
    ];
    for (const [id, body] of foreign) expect([id, (await order(id, body, { as })).status]).toEqual([id, 404]);
    expect((await order('GenerateDividendDetails', { dividendId: 100000001 }, { as })).status).toBe(200);
  });

  test.each(['Pending', 'Rejected', 'Canceled'])(
    'a %s transaction has no details; the response gives its status',
    async (status) => {
      const path = '/api/v1/Transaction/GetTAStatusTransactions';
      const query = `customerIssuerId=1001&filterTransactionType=All&transactionStatus=${status}&orderBy=Ascending&sortBy=ReceivedDate&start=0&numberOfRows=1`;
      const { transactions } = (await registry().call(`${path}?${query}`)).body as {
        transactions: { controlTransactionId: number }[];
      };
      const controlTransactionId = transactions[0]?.controlTransactionId;
      expect(controlTransactionId).toBeDefined();
      const response = await order('GenerateTransactionDetails', { controlTransactionId });
      expect([response.status, (response.body as { message: string }).message.includes(status)]).toEqual([
        400,
        true,
      ]);
    },
  );

  test('without an issuer: all issuers of the client; the file is for it and unrestricted clients', async () => {
    const everybody = await book('GenerateIssuerContacts', { customerIssuerId: null, status: 'All' });
    const issuers = new Set(everybody.sheet('Contacts').rows.map((row) => row.Issuer));
    expect(issuers.size).toBeGreaterThan(3);
    const own = await book(
      'GenerateIssuerContacts',
      { customerIssuerId: null, status: 'All' },
      { as: 'demo-issuer' },
    );
    expect([...new Set(own.sheet('Contacts').rows.map((row) => row.Issuer))]).toEqual([
      'Larkspur Instruments Corporation (1001)',
    ]);
    const url = await link('GenerateRejectionList', {
      ...rejections,
      customerIssuerId: null,
      startDate: '2024-01-01',
    });
    expect(url).toContain('/RejectionList_All_20261120.pdf/');
    const statuses = [];
    for (const as of ['demo-agent', 'demo-readonly', 'demo-issuer'] as const)
      statuses.push((await fetched(url, as)).status);
    expect(statuses).toEqual([200, 200, 404]);
  });
}
