import { describe, expect, test } from 'vitest';
import { certificatesOf } from '#lib/register/certificates';
import { worst } from '#lib/register/checks';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { classNames, holderRow, keysOfHolding, kindsOf, pastHolderRow, registrationRows } from './holders.ts';
import { heldByDates, heldThen, movementChecks, movementsOf } from './movements.ts';
import { holdingChecks, holdingLines, lastChanges, pastChecks, taxIdText, warningsOf } from './profile.ts';
import { recordParts } from './record-parts.ts';

type Held = readonly (readonly [securityType: string, totalShares: unknown])[];

const row = (id: number, held: Held, more: object = {}) =>
  ({
    shareholderControlId: id,
    shareholderCustomerId: `H-${id}`,
    shareholderName: `HOLDER ${id}`,
    shareholderType: 'Individual',
    shareholderEmail: '',
    securities: held.map(([securityType, totalShares]) => ({ securityType, totalShares, certificates: [] })),
    ...more,
  }) as never;

describe('holders', () => {
  test('one line per account, its classes side by side, to the share', () => {
    const held = [
      ['Common', 10],
      ['Preferred', '9007199254740993'],
      ['Common', 1],
    ] as const;
    expect(holderRow(row(1, held))).toMatchObject({
      id: '1',
      account: 'H-1',
      classes: 2,
      byClass: { Common: 11n, Preferred: 9007199254740993n },
    });
    expect(holderRow(row(2, [['Common', 0]]))).toMatchObject({ classes: 0, byClass: { Common: 0n } });
  });

  test('nulls of another registry neither merge accounts nor become zero', () => {
    const bare = { shareholderCustomerId: null, shareholderName: null, shareholderType: null };
    expect(holderRow(row(1, [['Common', null]], bare))).toMatchObject({
      id: '1',
      account: '',
      name: '',
      kind: '',
      byClass: { Common: null },
    });
    expect(holderRow({ shareholderName: 'A', securities: null } as never)).toMatchObject({
      id: 'A',
      classes: 0,
    });
  });

  test('classes keep the order of the registry, types are sorted by frequency', () => {
    expect(classNames([undefined, holderRow(row(1, [['Odd', 1]]))], ['Common'])).toEqual(['Common', 'Odd']);
    expect(kindsOf([{ kind: 'Trust' }, { kind: 'IRA' }, { kind: 'IRA' }, { kind: '' }])).toEqual([
      { kind: 'IRA', count: 2 },
      { kind: 'Trust', count: 1 },
    ]);
  });

  test('accounts show whether they hold shares, once the holdings are loaded', () => {
    const records = [
      { systemShareholderId: 1, customerShareholderId: 'H-1', name: 'A' },
      { systemShareholderId: 2, customerShareholderId: 'H-2', sortName: 'B' },
      {},
    ];
    const inCapTable = [
      { shareholderControlId: 1, shareholderCustomerId: 'H-1', totalShares: 10 },
      { shareholderControlId: 2, shareholderCustomerId: 'H-2', totalShares: 0 },
    ];
    const holding = keysOfHolding(inCapTable as never);
    expect(registrationRows(records as never, holding).map((one) => one.holds)).toEqual([true, false, false]);
    expect(registrationRows(records as never, null)[1]).toMatchObject({
      name: 'B',
      holds: null,
      address: '',
    });
  });
});

const certificates = certificatesOf([
  { controlCertificateId: 1, security: 'Common', shares: 100, issued: '1/5/2024', canceled: '3/1/2026' },
  {
    controlCertificateId: 2,
    security: 'Common',
    shares: 60,
    issued: '3/1/2026',
    canceled: '',
    restriction: 'Rule 144',
    stop: '',
  },
]);

const line = (side: JournalLine['side'], shares: bigint, account = 'H-1'): JournalLine => ({
  id: `${side}/${shares}`,
  side,
  certificate: 1,
  number: '1',
  holder: '1',
  account,
  name: 'A',
  className: 'Common',
  shares,
  restriction: '',
  treasury: false,
});

const entry = (effective: string, canceled: JournalLine[], issued: JournalLine[]): JournalEntry => ({
  id: 1,
  key: effective,
  number: '1',
  invoice: '',
  agent: '',
  processed: effective,
  effective,
  type: 'Transfer',
  code: 'T',
  canceled,
  issued,
});

describe('movements', () => {
  const opening = (list: typeof certificates) => heldByDates(list, '2025-12-31');
  const closing = (list: typeof certificates) => heldByDates(list, '2026-11-20');
  const keys = { account: 'H-1', system: '1' };
  const journal = [
    entry('2026-03-01', [line('canceled', 100n)], [line('issued', 60n), line('issued', 40n, 'H-2')]),
    entry('2026-03-02', [line('canceled', 5n, 'H-3')], [line('issued', 5n, 'H-2')]),
  ];

  test('only the lines of the account count, and the balance starts from the opening holdings', () => {
    const rows = movementsOf(journal, keys, opening(certificates));
    expect(rows).toMatchObject([{ canceled: 100n, issued: 60n, change: -40n, balance: 60n }]);
    expect(worst(movementChecks(rows, opening(certificates), closing(certificates)))).toBe('holds');
  });

  test('a missing movement is found by its certificates', () => {
    const early = heldByDates(certificates, '2023-12-31');
    const rows = movementsOf(journal, keys, early);
    expect(rows[0]?.balance).toBe(-40n);
    expect(worst(movementChecks(rows, early, closing(certificates)))).toBe('differs');
  });

  test('without readable dates the balance is unknown, not zero', () => {
    const odd = certificatesOf([{ security: 'Common', shares: 1, issued: 'long ago', canceled: '' }]);
    const rows = movementsOf(journal, keys, opening(odd));
    expect(rows[0]?.balance).toBeNull();
    expect(worst(movementChecks(rows, opening(odd), closing(odd)))).toBe('cannot be checked');
  });

  test('certificates of a day give the shares of that day, canceled ones none', () => {
    const row = { className: 'Common', shares: 60n, status: 'Outstanding' };
    const held = heldThen([row, row, { ...row, status: 'Canceled' }] as never);
    expect([...held]).toEqual([['Common', 120n]]);
    expect(worst(movementChecks([], held, held))).toBe('holds');
    expect(worst(movementChecks([], held, null))).toBe('cannot be checked');
  });

  test('an account without an ID is found by the registry ID', () => {
    const bare = [entry('2026-03-01', [], [line('issued', 7n, '')])];
    expect(movementsOf(bare, { account: 'H-9', system: '1' }, new Map())).toHaveLength(1);
    expect(movementsOf(bare, { account: 'H-9', system: '2' }, new Map())).toHaveLength(0);
  });
});

describe('profile', () => {
  const summary = [
    { security: 'Common', shares: 60, numberOfCertificates: 1, hasBookCertificates: true },
  ] as never;
  const balances = [{ className: 'Common', totalOutstandingShares: 240, dollarFormat: false }] as never;

  test('holdings include their class and match their certificates', () => {
    const lines = holdingLines(summary, balances, certificates);
    expect(lines).toMatchObject([{ shares: 60n, outstanding: 240n, restricted: 60n, stopped: 0n }]);
    expect(worst(holdingChecks(lines, certificates))).toBe('holds');
    expect(worst(holdingChecks(lines, []))).toBe('differs');
    expect(worst(holdingChecks([], certificates))).toBe('differs');
    expect(holdingLines(summary, null, null)[0]).toMatchObject({ outstanding: null, restricted: null });
  });

  test('what is not reported is neither none nor no', () => {
    const [row] = summary as Record<string, unknown>[];
    const silent = [{ ...row, hasBookCertificates: null }] as never;
    const unmarked = certificatesOf([{ security: 'Common', shares: 60, restriction: null }]);
    expect(holdingLines(silent, balances, unmarked)).toMatchObject([
      { bookEntry: null, restricted: null, stopped: null },
    ]);
    // A canceled certificate counts in neither, so its missing fields do not matter.
    expect(holdingLines(summary, balances, certificates)).toMatchObject([{ stopped: 0n }]);
  });

  test('a past day matches the certificates outstanding at its close', () => {
    const then = [{ className: 'Common', shares: 100n }];
    expect(worst(pastChecks(then, heldByDates(certificates, '2026-02-28')))).toBe('holds');
    expect(worst(pastChecks(then, heldByDates(certificates, '2026-03-01')))).toBe('differs');
  });

  test('the latest changes are the days of issue and cancellation, latest first', () => {
    expect(lastChanges(certificates, 2).map(({ day, shares }) => [day, shares])).toEqual([
      ['2026-03-01', -100n],
      ['2026-03-01', 60n],
    ]);
    // Nothing after a past date.
    expect(lastChanges(certificates, 2, '2026-02-28').every(({ day }) => day <= '2026-02-28')).toBe(true);
    expect(lastChanges(certificates, 9, '1900-01-01')).toEqual([]);
    const odd = certificatesOf([
      { security: 'Common', shares: null, issued: '2024-05-06', canceled: 'later' },
    ]);
    expect(lastChanges(odd, 5)).toMatchObject([{ day: '2024-05-06', shares: null }]);
  });

  test('warnings contain only what an operation reported', () => {
    expect(warningsOf({ primaryTaxId: '*****1' }, certificates, false)).toEqual([
      '1 certificate restricted from transfer: Rule 144.',
    ]);
    const stopped = certificatesOf([{ prefixAndCertificateNumber: 'CS-1', stop: 'STOP – Lost 1/2/2026' }]);
    expect(warningsOf({ primaryTaxId: '*****1', fullPrimaryAddress: 'X' }, stopped, true)).toEqual([
      'Stop on CS-1: Lost 1/2/2026.',
    ]);
    const bare = { fullPrimaryAddress: '', primaryTaxId: '' };
    expect(warningsOf(bare, null, true)).toEqual(['No address on file.', 'No tax ID on file.']);
    // Without contact data an empty address raises no warning.
    expect(warningsOf(bare, null, false)).toEqual(['No tax ID on file.']);
    expect(warningsOf({}, null, true)).toEqual([
      'The registry does not report whether an address is on file.',
      'The registry does not report whether a tax ID is on file.',
    ]);
    expect([taxIdText('SSN', '*****1708'), taxIdText('SSN', ''), taxIdText(null, '*****1')]).toEqual([
      'SSN *****1708',
      '',
      '*****1',
    ]);
  });

  test('every field of the interface is shown, and no other; addresses only with that right', () => {
    const record = {
      name: 'A',
      mailingAddress: null,
      primaryAddress: { city: 'Dayton' },
      loyalty: { tier: 1 },
    } as never;
    const parts = recordParts(record, true);
    expect(parts.flatMap((part) => part.fields)).toContainEqual(['City', 'Dayton']);
    expect(parts.find((part) => part.title === 'Mailing address')?.note).toBe('None on file.');
    expect(JSON.stringify(parts)).not.toContain('loyalty');
    expect(recordParts(record, false).flatMap((part) => part.fields)).not.toContainEqual(['City', 'Dayton']);
  });
});

test('a holder of a past day has the shares of that day, and the registration of today', () => {
  const row = pastHolderRow({
    customerShareholderId: 'H-7',
    systemShareholderId: 100007,
    name: 'ANN ABEL',
    name2: '& BOB ABEL JT TEN',
    name3: '',
    sortName: 'ABEL',
    type: 'Joint tenants',
    typeEnum: 'Joint',
    primaryAddress: { email: 'ann@example.com' },
    mailingAddress: null,
    securities: [
      { securityTypeId: 1, security: 'Common', shares: 40, certificates: 2 },
      { securityTypeId: 2, security: 'Preferred', shares: 5, certificates: 1 },
    ],
  } as never);
  expect(row).toEqual({
    id: '100007',
    account: 'H-7',
    name: 'ANN ABEL & BOB ABEL JT TEN',
    kind: 'Joint tenants',
    email: 'ann@example.com',
    classes: 2,
    byClass: { Common: 40n, Preferred: 5n },
  });
});
