import { expect, test } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import { transactionList } from '#lib/contract/operations/report-books';
import type { CallOptions, Registry } from '../boot.ts';
import { shapeDifferences } from '../shape-check.ts';
import { search } from '../shapes.ts';

type Line = {
  securityType: string;
  issuedDate: string;
  controlCertificateId: number;
  shareholderControlId: number;
  restriction: string;
  shares: number;
};
type Transaction = {
  controlTransactionId: number;
  TransactionNumber: number;
  processDate: string;
  effectiveDate: string;
  customerIssuerId: number;
  typeCode: string;
  canceledCertificates: Line[];
  issuedCertificates: Line[];
};
type Journal = { totalTransactionRecords: number; transactions: Transaction[] };

const today = '2026-11-20';
const { path, aliases = [] } = endpointOf('GenerateTransactionList');
const whole = { filterDateBy: 'EffectiveDate', startDate: '1970-01-01', endDate: today, returnJSON: true };
const month = { customerIssuerId: 1001, ...whole, startDate: '2026-10-01', endDate: '2026-10-31' };

type Case = [name: string, body: Record<string, unknown>, status: number, as?: CallOptions['as']];

const cases: Case[] = [
  ['no token', month, 401, null],
  ['issuer absent', { ...month, customerIssuerId: undefined }, 400],
  ['issuer unknown', { ...month, customerIssuerId: 424242 }, 404],
  ['issuer foreign', { ...month, customerIssuerId: 1004 }, 403, 'demo-issuer'],
  ['own issuer', month, 200, 'demo-issuer'],
  ['first day after the last', { ...month, endDate: '2026-09-30' }, 400],
  ['one day', { ...month, endDate: '2026-10-01' }, 200],
  ['200 years', { ...month, startDate: '1850-01-01', endDate: '1900-01-01' }, 200],
  ['last day to come', { ...month, endDate: '2027-01-31' }, 200],
  ['no first day is today', { ...month, startDate: undefined, endDate: today }, 200],
  ['no first day, last day past', { ...month, startDate: undefined }, 400],
  ['no last day', { ...month, endDate: undefined }, 400],
  ['no such day', { ...month, endDate: '2026-02-30' }, 400],
  ['type null', { ...month, transactionTypeCode: null }, 200],
  ['type in lower case', { ...month, transactionTypeCode: 'n' }, 400],
  ['two types', { ...month, transactionTypeCode: 'NT' }, 400],
  ['date unknown', { ...month, filterDateBy: 'Effective' }, 400],
  ['date with a space', { ...month, filterDateBy: 'Process Date' }, 200],
  ['flag as text', { ...month, returnJSON: 'true' }, 400],
  ['both flags', { ...month, isPDF: true }, 200],
];

/** The transaction list as JSON: fields, statuses, and sums equal to those of the books. */
export function journals(registry: () => Registry): void {
  test.each(cases)('transaction list, %s', async (_name, body, status, as) => {
    const response = await registry().call(path, { body, ...(as !== undefined && { as }) });
    expect(response.status).toBe(status);
    if (status === 200) expect(shapeDifferences(transactionList, response.body)).toEqual([]);
  });

  test('both paths give the same response; without returnJSON it is a link', async () => {
    const responses = await Promise.all(
      [path, ...aliases].map((each) => registry().call(each, { body: month })),
    );
    expect(responses).toHaveLength(2);
    expect(responses[0]?.text).toBe(responses[1]?.text);
    for (const [isPDF, extension] of [
      [true, 'pdf'],
      [undefined, 'xlsx'],
    ]) {
      const { body } = await registry().call(path, { body: { ...month, returnJSON: false, isPDF } });
      expect(Object.keys(body as object)).toEqual(['downloadUrl']);
      expect((body as { downloadUrl: string }).downloadUrl).toContain(
        `/TransactionList_1001_20261031.${extension}/`,
      );
    }
  });

  test.each([1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009])(
    'the whole journal of %i: every completed transaction, with issued shares as the net',
    async (customerIssuerId) => {
      const journal = await read({ ...whole, customerIssuerId });
      const completed = { customerIssuerId, filterTransactionType: '', transactionStatus: 'Completed' };
      const list = {
        ...completed,
        orderBy: 'Ascending',
        sortBy: 'TransactionId',
        start: 0,
        numberOfRows: 1000,
      };
      const status = await registry().call(`${endpointOf('GetTAStatusTransactions').path}?${search(list)}`);
      const { totalRecords, transactions } = status.body as {
        totalRecords: number;
        transactions: { transactionId: number; controlTransactionId: number }[];
      };
      expect([journal.totalTransactionRecords, journal.transactions.length]).toEqual([
        totalRecords,
        totalRecords,
      ]);
      const numbers = new Map(
        journal.transactions.map((one) => [one.controlTransactionId, one.TransactionNumber]),
      );
      for (const one of transactions) expect(numbers.get(one.controlTransactionId)).toBe(one.transactionId);

      const net = new Map<string, number>();
      for (const {
        typeCode,
        canceledCertificates,
        issuedCertificates,
        effectiveDate,
      } of journal.transactions) {
        for (const line of canceledCertificates) add(net, line, -1);
        for (const line of issuedCertificates) add(net, line, 1);
        expect(issuedCertificates.every(({ issuedDate }) => issuedDate === effectiveDate)).toBe(true);
        if (typeCode === 'T') expect(sum(canceledCertificates)).toBe(sum(issuedCertificates));
        if ('NFD'.includes(typeCode)) expect(sum(issuedCertificates)).toBeGreaterThan(0);
      }
      const balances = await registry().call(
        `${endpointOf('GetIssuerBalance').path}?CustomerIssuerId=${customerIssuerId}`,
      );
      for (const { className, totalIssuedShares } of balances.body as Record<string, never>[]) {
        expect([className, net.get(className ?? '') ?? 0]).toEqual([className, totalIssuedShares]);
      }
    },
  );

  test('issuers and types add up to all; each date filters on its own and sorts', async () => {
    const quarter = { ...whole, startDate: '2026-07-01', endDate: '2026-09-30' };
    const all = await read({ ...quarter, customerIssuerId: null });
    const issuers = [...new Set(all.transactions.map((one) => one.customerIssuerId))];
    expect(issuers.length).toBeGreaterThan(5);
    for (const customerIssuerId of issuers) {
      const own = await read({ ...quarter, customerIssuerId });
      expect(own.transactions).toEqual(
        all.transactions.filter((one) => one.customerIssuerId === customerIssuerId),
      );
    }
    for (const transactionTypeCode of 'NTCRFVD') {
      const own = await read({ ...quarter, customerIssuerId: null, transactionTypeCode });
      expect(own.transactions).toEqual(
        all.transactions.filter((one) => one.typeCode === transactionTypeCode),
      );
    }
    for (const [filterDateBy, key] of [
      ['EffectiveDate', 'effectiveDate'],
      ['ProcessDate', 'processDate'],
    ] as const) {
      const own = await read({ ...quarter, customerIssuerId: 1005, filterDateBy });
      const days = own.transactions.map((one) => one[key]);
      expect(days).toEqual(days.toSorted());
      expect(days.every((day) => day >= quarter.startDate && day <= quarter.endDate)).toBe(true);
    }
    const bound = await registry().call(path, {
      body: { ...quarter, customerIssuerId: null },
      as: 'demo-issuer',
    });
    expect(bound.body).toEqual(await read({ ...quarter, customerIssuerId: 1001 }));
  });

  test('received and completed dates filter as in the work list', async () => {
    const list = { customerIssuerId: 1008, filterTransactionType: '', transactionStatus: 'Completed' };
    const rows: { receivedDate: string; completedDate: string }[] = [];
    for (const start of [0, 1000]) {
      const page = { ...list, orderBy: 'Ascending', sortBy: 'ReceivedDate', start, numberOfRows: 1000 };
      const { body } = await registry().call(`${endpointOf('GetTAStatusTransactions').path}?${search(page)}`);
      rows.push(...(body as { transactions: typeof rows }).transactions);
    }
    const inMay = (text: string) => /^5\/\d+\/2025$/.test(text);
    const may = { ...whole, customerIssuerId: 1008, startDate: '2025-05-01', endDate: '2025-05-31' };
    const received = rows.filter((row) => inMay(row.receivedDate)).length;
    const completed = rows.filter((row) => inMay(row.completedDate)).length;
    expect([received, completed].every((count) => count > 0)).toBe(true);
    expect((await read({ ...may, filterDateBy: 'ReceivedDate' })).totalTransactionRecords).toBe(received);
    expect((await read({ ...may, filterDateBy: 'CompletedDate' })).totalTransactionRecords).toBe(completed);
  });

  async function read(body: object): Promise<Journal> {
    const response = await registry().call(path, { body });
    expect(response.status).toBe(200);
    return response.body as Journal;
  }
}

function add(net: Map<string, number>, line: Line, sign: number): void {
  net.set(line.securityType, (net.get(line.securityType) ?? 0) + sign * line.shares);
}

function sum(lines: readonly Line[]): number {
  return lines.reduce((total, { shares }) => total + shares, 0);
}
