import { describe, expect, test } from 'vitest';
import { type Certificate, certificatesOf } from '#lib/register/certificates';
import {
  certificateTests,
  duplicateNumbers,
  ownersOf,
  withOwners,
} from '#lib/register/ownership/certificate-owners';
import { entriesOf, type JournalEntry } from '#lib/register/transactions/journal';
import { isLate, statusFilter, statusRow } from '#lib/register/transactions/status';
import { countsByType } from '#lib/register/transactions/transaction-text';
import { cancelingTransaction, issuingTransaction } from '../certificates/chain.ts';
import { definitionTable } from '../certificates/definitions.ts';
import { balancesOf, ratioOf, restrictionChange } from './entry-facts.ts';
import { classChanges, entryRow, lineRows } from './journal-summary.ts';
import { findInPages } from './neighbors.ts';

type Line = { id?: number; holder?: number; shares: unknown; className?: string; restriction?: string };

const lines = (side: readonly Line[]) =>
  side.map(({ id = 1, holder = 1, shares, className = 'Common', restriction = '' }) => ({
    controlCertificateId: id,
    shareholderControlId: holder,
    shareholderCustomerId: `H-${holder}`,
    shareholderName: `HOLDER ${holder}`,
    certificateNumber: `${id}`,
    securityType: className,
    shares,
    restriction,
  }));

const entry = (typeCode: string, canceled: readonly Line[], issued: readonly Line[], type = 'Transfer') => {
  const row = {
    controlTransactionId: 1,
    type,
    typeCode,
    effectiveDate: '2026-05-03',
    canceledCertificates: lines(canceled),
    issuedCertificates: lines(issued),
  };
  return (entriesOf({ transactions: [row] } as never) ?? [])[0] as JournalEntry;
};

const certificate = (id: number) =>
  certificatesOf({
    controlCertificateId: id,
    security: 'Common',
    prefixAndCertificateNumber: `${id}`,
  })[0] as Certificate;

describe('status list', () => {
  const row = (more: object) =>
    statusRow({ status: 'Pending', receivedDate: '11/13/2026', ...more } as never, '2026-11-20');

  test('age in business days: to today while pending, to completion when completed, else none', () => {
    expect(row({}).days).toBe(5);
    expect(isLate(row({}))).toBe(true);
    expect(isLate(row({ receivedDate: '11/18/2026' }))).toBe(false);
    expect(isLate(row({ type: 'New issuance' }))).toBe(false);
    expect(isLate(row({ type: 'Transfer' }))).toBe(true);
    expect(row({ status: 'Completed', completedDate: '11/16/2026' })).toMatchObject({
      days: 1,
      completed: '2026-11-16',
    });
    expect([
      row({ status: 'Rejected' }).days,
      row({ receivedDate: '' }).days,
      row({ status: 'On hold' }).days,
    ]).toEqual([null, null, null]);
  });

  test('nulls and unknown texts are kept', () => {
    expect(
      statusRow({ controlTransactionId: 5, transactionId: null, status: 'On hold' } as never, '2026-11-20'),
    ).toEqual({
      id: 5,
      key: '5',
      number: '5',
      type: '',
      status: 'On hold',
      received: '',
      effective: '',
      completed: '',
      from: '',
      to: '',
      days: null,
    });
    expect([
      statusFilter(null, true),
      statusFilter(null, false),
      statusFilter('Rejected', true),
      statusFilter('x', false),
    ]).toEqual(['Pending', 'Completed', 'Rejected', 'Completed']);
  });
});

describe('one transaction in a list', () => {
  const pages = [[1, 2], [3], [4, 5]];
  const read = async (start: number) => {
    let at = 0;
    for (const rows of pages) {
      if (at === start) return { rows, total: 5 };
      at += rows.length;
    }
    return { rows: [], total: 5 };
  };

  test('its neighbors are found across pages of any size', async () => {
    const find = (query: number) => findInPages(read, (row) => row === query);
    expect(await find(1)).toEqual({ row: 1, before: null, after: 2 });
    expect(await find(3)).toEqual({ row: 3, before: 2, after: 4 });
    expect(await find(5)).toEqual({ row: 5, before: 4, after: null });
    expect(await find(9)).toBeNull();
  });

  test('a registry whose total is too high ends the walk', async () => {
    expect(
      await findInPages(
        async () => ({ rows: [], total: 99 }),
        () => false,
      ),
    ).toBeNull();
  });
});

describe('journal', () => {
  const balance = (className: string, totalIssuedShares: number) => ({
    className,
    totalIssuedShares,
    dollarFormat: false,
  });

  test('each class from opening to closing, classes without entries too', () => {
    const changes = classChanges(
      [entry('N', [], [{ shares: 30 }]), entry('T', [{ shares: 5 }], [{ shares: 5, holder: 2 }])],
      [balance('Common', 100), balance('Preferred', 7)] as never,
      [balance('Common', 130), balance('Preferred', 7)] as never,
    );
    expect(changes).toMatchObject([
      { className: 'Common', opening: 100n, canceled: 5n, issued: 35n, net: 30n, closing: 130n },
      { className: 'Preferred', opening: 7n, net: 0n, closing: 7n },
    ]);
    expect(classChanges([], null, null)).toEqual([]);
  });

  test('types are counted with their names', () => {
    const some = [entry('T', [], []), entry('T', [], []), entry('N', [], [], 'New issuance')];
    expect(countsByType(some)).toBe('2 transfers and 1 new issuance');
  });

  test('a side with two classes gives no single count', () => {
    const row = entryRow(
      entry('C', [{ shares: 4, className: 'P' }], [{ shares: 5 }, { shares: 1, className: 'W' }]),
    );
    expect([row.canceled, row.issued, row.lines]).toEqual([
      { className: 'P', shares: 4n },
      { className: null, shares: null },
      3,
    ]);
    expect(
      lineRows([entry('T', [{ shares: 5 }], [{ shares: 5, id: 2 }])]).map((one) => one.line.side),
    ).toEqual(['canceled', 'issued']);
  });

  test('ratio, restriction and balance of one transaction', () => {
    const conversion = entry('C', [{ shares: 400, className: 'P' }], [{ shares: 500 }]);
    expect(ratioOf(conversion)).toBe('5 for 4');
    expect(ratioOf(entry('T', [{ shares: 4 }], [{ shares: 4 }]))).toBeNull();
    expect(ratioOf(entry('V', [{ shares: 2500 }], [{ shares: 100 }]))).toBe('1 for 25');
    expect(balancesOf(conversion).map((one) => one.tick)).toEqual(['explained', 'explained']);
    const freed = entry('T', [{ shares: 4, restriction: 'Rule 144' }], [{ shares: 4, restriction: '' }]);
    expect(restrictionChange(freed)).toBe('Rule 144 before, none after');
    expect(restrictionChange(conversion)).toBeNull();
  });
});

describe('certificates', () => {
  test('the history links what was canceled for it and what was issued for it', () => {
    const born = entry('T', [{ id: 1, shares: 10, holder: 2 }], [{ id: 5, shares: 10 }]);
    const died = entry('T', [{ id: 5, shares: 10 }], [{ id: 8, shares: 10, holder: 3 }]);
    expect(issuingTransaction(certificate(5), [died, born])?.related.map((line) => line.certificate)).toEqual(
      [1],
    );
    expect(
      cancelingTransaction(certificate(5), [born, died])?.related.map((line) => line.certificate),
    ).toEqual([8]);
    expect(issuingTransaction(certificate(6), [born, died])).toBeNull();
  });

  test('of a corporate action only the lines of the same account are linked', () => {
    const split = entry(
      'V',
      [
        { id: 1, shares: 25 },
        { id: 2, shares: 50, holder: 2 },
      ],
      [
        { id: 3, shares: 1 },
        { id: 4, shares: 2, holder: 2 },
      ],
    );
    const link = cancelingTransaction(certificate(1), [split]);
    expect([link?.related.map((line) => line.certificate), link?.others]).toEqual([[3], 1]);
  });

  test('owners come from the holders, by certificate ID; canceled ones have none', () => {
    const details = {
      shareholders: [
        {
          shareholderCustomerId: 'H-1',
          shareholderName: 'A',
          securities: [{ certificates: [{ controlCertificateId: 5, issuanceTransactionId: null }] }],
        },
        { shareholderCustomerId: null, securities: null },
      ],
    };
    const owned = withOwners([certificate(5), certificate(6)], ownersOf([details as never]));
    expect(owned.map((one) => one.owner)).toEqual([{ account: 'H-1', name: 'A', transaction: null }, null]);
  });

  test('states are distinguished, and a number on two outstanding certificates is reported', () => {
    const rows = certificatesOf([
      { controlCertificateId: 1, prefixAndCertificateNumber: 'CS-1', security: 'Common', stop: 'STOP' },
      {
        controlCertificateId: 2,
        prefixAndCertificateNumber: 'CS-1',
        security: 'Common',
        canceled: '1/1/2026',
      },
      {
        controlCertificateId: 3,
        prefixAndCertificateNumber: 'CS-1',
        security: 'Common',
        restriction: 'Rule 144',
      },
    ]);
    const count = (id: keyof typeof certificateTests) => rows.filter(certificateTests[id]).length;
    expect([count('outstanding'), count('stopped'), count('restricted'), count('canceled')]).toEqual([
      2, 1, 1, 1,
    ]);
    expect(duplicateNumbers(rows)).toEqual(['Common: CS-1']);
    expect(duplicateNumbers(rows.slice(0, 2))).toEqual([]);
  });

  test('definitions of unknown structure become a table', () => {
    expect(
      definitionTable([
        { certificateType: 'Book', isActive: true },
        { parValue: null, nested: { a: 1 } },
      ]),
    ).toEqual({
      head: ['Certificate type', 'Is active', 'Par value', 'Nested'],
      rows: [
        ['Book', 'Yes', '', ''],
        ['', '', '', '{"a":1}'],
      ],
    });
    expect(definitionTable(null).rows).toEqual([]);
  });
});
