import { expect, it } from 'vitest';
import { readRejections } from './read-rejections.ts';
import { kindsOf, reasonsOf, rejectionOf, summaryOf } from './rejection-facts.ts';

const row = (over: object = {}) =>
  rejectionOf({
    rejectNumber: 7,
    customerIssuerId: 1001,
    issuerName: 'Larkspur',
    kind: 'Medallion',
    receivedDate: '2026-11-10',
    rejectedDate: '2026-11-13',
    businessDays: 2,
    transactionId: 500,
    controlTransactionId: 100000500,
    guarantor: 'First Bank',
    medallionPrefix: 'Z',
    medallionSerial: '0012345',
    participantNumber: '',
    registeredHolder: ['A SMITH', 'B SMITH JT TEN'],
    shares: 120,
    value: '1234.50',
    reasonCode: 'M02',
    reason: 'Guarantee amount below transaction value',
    noticeDate: '2026-11-16',
    presentorAddress: '1 Main St',
    representedAsTransactionId: null,
    ...over,
  } as never);

it('keeps what the registry recorded, and dashes what it did not', () => {
  expect(row()).toMatchObject({
    id: '1001/7',
    days: 2,
    noticeDays: 1,
    transaction: 100000500,
    holder: 'A SMITH B SMITH JT TEN',
    shares: 120n,
    guarantor: 'First Bank Z 0012345',
    presentorAddress: '1 Main St',
    representedAs: '',
  });
  expect(
    row({
      ...{ noticeDate: null, presentorAddress: undefined, businessDays: null, value: null },
      ...{ transactionId: null, controlTransactionId: null, shares: 0 },
    }),
  ).toMatchObject({
    transaction: null,
    transactionNumber: '',
    shares: null,
    notice: '',
    noticeDays: null,
    presentorAddress: null,
    days: null,
    value: null,
  });
});

it('counts days, notices and reasons over the rows', () => {
  const rows = [
    row(),
    row({
      rejectNumber: 8,
      businessDays: 6,
      noticeDate: null,
      kind: 'DTC',
      reasonCode: 'D01',
      reason: 'Balance',
    }),
    row({ rejectNumber: 9, businessDays: null, representedAsTransactionId: 501 }),
  ];
  const { slowest, ...counts } = summaryOf(rows);
  expect(counts).toEqual({ count: 3, onTime: 1, dated: 2, withoutNotice: 1, represented: 1 });
  expect(slowest?.rejectNumber).toBe('8');
  expect(summaryOf([]).slowest).toBeNull();
  expect(reasonsOf(rows).map(({ code, count }) => [code, count])).toEqual([
    ['M02', 2],
    ['D01', 1],
  ]);
  expect(kindsOf([...rows, row({ kind: 'Courier' })])).toEqual(['DTC', 'Medallion', 'Other', 'Courier']);
});

it('reads an issuer page by page', async () => {
  const starts: unknown[] = [];
  const request = async (id: string, input: { start: number }) => {
    starts.push([id, input]);
    const rejections = [1, 2, 3]
      .slice(input.start, input.start + 2)
      .map((rejectNumber) => ({ rejectNumber }));
    return { totalRecords: 3, rejections };
  };
  const rows = await readRejections(request as never, 1001, { from: '2026-01-01', to: '2026-02-01' });
  expect(rows.map(({ rejectNumber }) => rejectNumber)).toEqual([1, 2, 3]);
  const period = {
    customerIssuerId: 1001,
    startDate: '2026-01-01',
    endDate: '2026-02-01',
    numberOfRows: 1000,
  };
  expect(starts).toEqual([
    ['GetRejections', { ...period, start: 0 }],
    ['GetRejections', { ...period, start: 2 }],
  ]);
});
