import { expect, test } from 'vitest';
import { certificateOf, holderOf } from '#components/register/line-links';
import { balanceOf, ratioText, rollForward } from './class-balance.ts';
import { entriesOf, type JournalEntry } from './journal.ts';
import { linesOfEntry, movesByClass } from './movement.ts';
import { people, plannedText, transactionText } from './transaction-text.ts';

type Line = [holder: string, shares: unknown, className?: string];

const lines = (side: readonly Line[]) =>
  side.map(([holder, shares, className = 'Common'], index) => ({
    shareholderName: holder,
    shareholderCustomerId: `H-${holder}`,
    shareholderControlId: holder.charCodeAt(0),
    securityType: className,
    controlCertificateId: index + 1,
    certificateNumber: `${index + 1}`,
    restriction: '',
    shares,
  }));

const types = {
  N: 'New issuance',
  T: 'Transfer',
  C: 'Conversion',
  R: 'Retirement',
  F: 'Forward split',
} as const;

function entry(typeCode: string, canceled: readonly Line[], issued: readonly Line[]): JournalEntry {
  const row = {
    controlTransactionId: 7,
    TransactionNumber: 70007,
    InvoiceNumber: 0,
    Agent: 'A',
    processDate: '2026-05-04',
    effectiveDate: '2026-05-03',
    type: types[typeCode as keyof typeof types] ?? 'Reverse split',
    typeCode,
    canceledCertificates: lines(canceled),
    issuedCertificates: lines(issued),
  };
  const [read] = entriesOf({ totalTransactionRecords: 1, transactions: [row] } as never) ?? [];
  if (!read) throw new Error('no entry');
  return read;
}

const moves = (one: JournalEntry) => movesByClass(linesOfEntry(one));

test('the issuer’s own account has no page, a holder with a similar name has one', () => {
  const line = (shareholderName: string) => ({
    shareholderName,
    shareholderCustomerId: 'H-1',
    controlCertificateId: 9,
  });
  const names = ['ALDER CORP TREASURY', 'TREASURY PARTNERS LP', 'ALDER CORP'];
  const row = { issuerName: 'Alder Corp', issuedCertificates: names.map(line) };
  const [read] = entriesOf({ transactions: [row] } as never) ?? [];
  const [own, ...others] = read?.issued ?? [];
  expect(own && [holderOf(1001, own, null), certificateOf(1001, own, null)]).toEqual([null, null]);
  expect(others.map((one) => holderOf(1001, one, '2025-12-31'))).toEqual(
    others.map(() => '/issuers/1001/holders/H-1?asof=2025-12-31'),
  );
  expect(others.map((one) => certificateOf(1001, one, null))).toEqual(
    others.map(() => '/issuers/1001/certificates/9?holder=H-1'),
  );
});

test('a transfer description leaves out the balance certificate', () => {
  const transfer = entry(
    'T',
    [['ALDER', 5000]],
    [
      ['BIRCH', 1000],
      ['ALDER', 4000],
    ],
  );
  expect(transactionText(transfer)).toBe('Transfer of 1,000 Common from ALDER to BIRCH');
  expect(moves(transfer)).toEqual([{ className: 'Common', canceled: 5000n, issued: 5000n, net: 0n }]);
  const same = entry('T', [['ALDER', 5000]], [['ALDER', 5000]]);
  expect(transactionText(same)).toBe('Transfer: 5,000 Common reissued to ALDER');
});

test('issuance, conversion, retirement and splits describe what became of the shares', () => {
  expect(
    transactionText(
      entry(
        'N',
        [],
        [
          ['ALDER', 10],
          ['BIRCH', 20],
        ],
      ),
    ),
  ).toBe('New issuance of 30 Common to ALDER and BIRCH');
  expect(transactionText(entry('C', [['ALDER', 400, 'Preferred B']], [['ALDER', 500]]))).toBe(
    'Conversion of 400 Preferred B into 500 Common by ALDER',
  );
  const partial = entry(
    'C',
    [['ALDER', 400, 'Preferred']],
    [
      ['ALDER', 100],
      ['ALDER', 300, 'Preferred'],
    ],
  );
  expect(transactionText(partial)).toBe('Conversion of 100 Preferred into 100 Common by ALDER');
  expect(transactionText(entry('R', [['ALDER', 400]], [['ALDER', 150]]))).toBe(
    'Retirement of 250 Common of ALDER',
  );
  expect(
    transactionText(
      entry(
        'F',
        [],
        [
          ['ALDER', 5],
          ['BIRCH', 5],
          ['CEDAR', 5],
        ],
      ),
    ),
  ).toBe('Forward split: 15 Common to 3 holders');
  expect(transactionText(entry('V', [['ALDER', 25]], [['ALDER', 1]]))).toBe(
    'Reverse split: 25 Common replaced by 1 Common, 1 holder',
  );
  expect(transactionText(entry('N', [], [['ALDER', 1000]]), new Set(['Common']))).toBe(
    'New issuance of $1,000 Common to ALDER',
  );
});

test('an unknown type and missing counts are shown as such', () => {
  expect(transactionText(entry('Q', [['ALDER', 5]], [['BIRCH', 7]]))).toBe(
    'Reverse split: 5 Common canceled, 7 Common issued',
  );
  expect(transactionText(entry('N', [], [['ALDER', null]]))).toBe(
    'New issuance of an unknown number of Common to ALDER',
  );
  expect(transactionText(entry('T', [], []))).toBe('Transfer without certificates');
  expect(people(['A', 'B', 'C', 'A'])).toBe('A and 2 others');
  expect(plannedText({ type: 'Transfer', from: 'ALDER', to: '' })).toBe('Transfer from ALDER');
});

test('in = out for a transfer, explained growth for an issuance, a difference without a cause', () => {
  const tick = (one: JournalEntry) => moves(one).map((move) => balanceOf(one.code, move).tick);
  expect(tick(entry('T', [['A', 5]], [['B', 5]]))).toEqual(['balanced']);
  expect(tick(entry('T', [['A', 5]], [['B', 6]]))).toEqual(['differs']);
  expect(tick(entry('N', [], [['B', 6]]))).toEqual(['explained']);
  expect(tick(entry('N', [['B', 6]], []))).toEqual(['differs']);
  expect(tick(entry('R', [], [['B', 6]]))).toEqual(['differs']);
  expect(tick(entry('C', [['A', 4, 'P']], [['A', 5]]))).toEqual(['explained', 'explained']);
  expect(tick(entry('Q', [['A', 4]], [['A', 5]]))).toEqual(['unknown']);
  expect(tick(entry('T', [['A', 'many']], [['A', 5]]))).toEqual(['unknown']);
});

test('counts beyond 2^53 stay exact, and ratios are in lowest terms', () => {
  const big = entry('T', [['A', '9007199254740993']], [['B', '9007199254740993']]);
  expect(transactionText(big)).toBe('Transfer of 9,007,199,254,740,993 Common from A to B');
  expect(ratioText(400n, 500n)).toBe('5 for 4');
  expect(ratioText(0n, 500n)).toBeNull();
});

test('opening plus journal equals closing, or the difference is shown', () => {
  const made = moves(entry('N', [], [['A', 30]]));
  const result = (closing: bigint | null) =>
    rollForward(
      made,
      () => 100n,
      () => closing,
    ).map((check) => check.result);
  expect([result(130n), result(131n), result(null)]).toEqual([['holds'], ['differs'], ['cannot be checked']]);
});

test('a journal with nulls, a single certificate as an object and other dates is accepted', () => {
  const [one] =
    entriesOf({
      transactions: [
        {
          controlTransactionId: 9,
          TransactionNumber: null,
          typeCode: 't',
          effectiveDate: '5/3/2026',
          processDate: '2026-05-04T23:30:00Z',
          canceledCertificates: null,
          issuedCertificates: {
            shareholderName: 'A',
            shares: 5,
            restriction: 'None',
            securityType: 'Common',
          },
        },
      ],
    } as never) ?? [];
  expect(one).toMatchObject({
    number: '9',
    code: 'T',
    effective: '2026-05-03',
    processed: '2026-05-04',
    canceled: [],
  });
  expect(one?.issued).toMatchObject([
    { name: 'A', account: '', certificate: null, restriction: '', shares: 5n },
  ]);
  expect(entriesOf({ downloadUrl: 'x' } as never)).toBeNull();
});
