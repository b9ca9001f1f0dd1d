import { expect, it } from 'vitest';
import { statusRow } from '#lib/register/transactions/status';
import { factChecks, factItems, factMonth, monthRest } from './turnaround-facts.ts';

const today = '2026-11-20';
const item = (over: object = {}) => ({
  transactionId: 5,
  controlTransactionId: 100000005,
  typeCode: 'T',
  subKind: 'Sale',
  status: 'Completed',
  isRoutine: true,
  receivedDate: '2026-10-01',
  countedFrom: '2026-10-01',
  dueDate: '2026-10-06',
  completedDate: '2026-10-02',
  rejectedDate: null,
  businessDays: 1,
  isWithin: true,
  isCounted: true,
  ...over,
});
const facts = (items: object[], months: object[] = []) => ({
  items: items as never,
  months: months as never,
  listed: [
    statusRow(
      { controlTransactionId: 100000005, transferFrom: 'A', issuedTo: 'B', status: 'Completed' },
      today,
    ),
  ],
});

it('shows the clock of each item, with the names of the status list', () => {
  const all = factItems(
    facts([
      item(),
      item({
        controlTransactionId: 6,
        status: 'Rejected',
        completedDate: null,
        rejectedDate: '2026-10-09',
        businessDays: 6,
        isWithin: false,
      }),
      item({
        controlTransactionId: 7,
        status: 'Pending',
        completedDate: null,
        isWithin: null,
        isCounted: false,
      }),
      item({
        controlTransactionId: 8,
        status: 'Canceled',
        completedDate: null,
        isWithin: null,
        businessDays: null,
        isCounted: false,
      }),
      // Canceled and not routine: counted under one reason only.
      item({
        controlTransactionId: 9,
        status: 'Canceled',
        completedDate: null,
        isWithin: null,
        businessDays: null,
        isRoutine: false,
        isCounted: false,
      }),
    ]),
    1001,
    'Larkspur',
  );
  const [known, rejected, pending, canceled] = all;
  expect(known).toMatchObject({ result: 'within', from: 'A', to: 'B', type: 'Transfer', due: '2026-10-06' });
  expect(rejected).toMatchObject({ result: 'late', rejected: '2026-10-09', days: 6, from: '' });
  expect(pending).toMatchObject({ result: 'open', counted: false });
  expect(canceled).toMatchObject({ result: 'withdrawn', days: null, routine: true });
  expect(monthRest('2026-10', all)).toEqual({
    notCounted: 3,
    notRoutine: 1,
    open: 1,
    withdrawn: 1,
    rejected: 1,
  });
});

it('adds up the months of all issuers and judges them together', () => {
  const month = (routineItems: number, withinThreeBusinessDays: number, name = '2026-10') =>
    ({ month: name, routineItems, withinThreeBusinessDays, isPassed: true }) as never;
  expect(factMonth('2026-10', [month(10, 10), month(10, 8)], [], today)).toMatchObject({
    routine: 20n,
    within: 18n,
    passed: true,
  });
  expect(factMonth('2026-10', [month(10, 10), month(10, 7)], [], today).passed).toBe(false);
  expect(factMonth('2026-09', [], [], today)).toMatchObject({ routine: 0n, percent: null, passed: true });
  // A month that is still running has no result yet.
  expect(factMonth('2026-11', [month(10, 1, '2026-11')], [], today).passed).toBeNull();
});

it('compares the months with the TA-2 report of the same year only', () => {
  const month = factMonth(
    '2025-10',
    [{ month: '2025-10', routineItems: 4, withinThreeBusinessDays: 3 } as never],
    [],
    today,
  );
  const report = (routine: bigint) => [
    { month: '2025-10', routine, within: 3n, percent: null, compliant: null },
  ];
  expect(factChecks([month], []).length).toBe(0);
  expect(factChecks([month], report(4n)).map(({ result }) => result)).toEqual(['holds', 'holds', 'holds']);
  expect(factChecks([month], report(5n)).map(({ result }) => result)).toEqual([
    'differs',
    'holds',
    'differs',
  ]);
});
