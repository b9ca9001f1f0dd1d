import { describe, expect, test } from 'vitest';
import { type BookFileSheet, bookFileOf } from './book-file.ts';
import { type ClassAnswers, fileComparisons } from './file-comparisons.ts';
import { verdictOf } from './verdict.ts';

const day = '2026-11-20';
const about = { issuer: 1001, names: ['Larkspur'], day, classes: [{ className: 'Common', issued: 100n }] };
type Rows = readonly (readonly (string | bigint | null)[])[];
const sheet = (rows: Rows, name = 'Report'): BookFileSheet => ({
  name,
  rows: rows.map((row) =>
    row.map((value) =>
      value === null
        ? undefined
        : typeof value === 'bigint'
          ? { kind: 'number', text: `${value}` }
          : { kind: 'text', text: value },
    ),
  ),
});

const closing: Rows = [
  ['Common: closing 11/20/2026'],
  ['Issued', 100n],
  ['Treasury', 10n],
  ['Outstanding', 90n],
];
const none: Rows = [
  ['Common: reconciliation to the register'],
  ['Difference of the two', 0n],
  ['Open record differences', 0n],
  ['Number of open differences', 0n],
  ['Result', 'IN PROOF'],
];
const report = (...more: Rows[]) => [sheet([['Issuer', 'Larkspur (1001)'], ...more.flat()])];
const read = (sheets: readonly BookFileSheet[]) => {
  const found = bookFileOf(sheets, about);
  if ('reason' in found) throw new Error(found.reason);
  return found;
};
const reasonOf = (sheets: readonly BookFileSheet[], changed: Partial<typeof about> = {}) => {
  const found = bookFileOf(sheets, { ...about, ...changed });
  return 'reason' in found ? found.reason : 'was read';
};
const answers: ClassAnswers = {
  className: 'Common',
  isUnlimited: false,
  authorized: 1000n,
  issued: 100n,
  outstanding: 90n,
  reserved: null,
  holders: 2n,
  ownedShares: 90n,
  ownedHolders: 2n,
};
const verdict = (sheets: readonly BookFileSheet[], changed: Partial<ClassAnswers> = {}) =>
  verdictOf({ date: day, facts: { ...read(sheets), date: day, answers: [{ ...answers, ...changed }] } });

describe('a control-book file', () => {
  test('is read by its titles, in any order', () => {
    const sheets = report(none, [...closing].toSpliced(1, 0, ['Reserved', '1,050']));
    expect(read(sheets).classes[0]).toMatchObject({
      className: 'Common',
      closing: { issued: 100n, treasury: 10n, outstanding: 90n, reserved: 1050n, authorized: null },
      gap: 0n,
      recorded: 0n,
      saysOutOfProof: false,
    });
    expect(verdict(sheets).kind).toBe('in proof');
  });

  test('its differences are counted once, listed or only stated', () => {
    const listed = [
      ...report(
        closing,
        none.with(2, ['Open record differences', -40n]).with(3, ['Number of open differences', 1n]),
      ),
      sheet(
        [
          ['Class', 'Opened', 'Shares'],
          ['Common', '11/10/2026', -40n],
        ],
        'Record differences',
      ),
    ];
    expect(verdict(listed).label).toBe('Out of proof: 40 shares');
    const stated = report(closing, none.with(2, ['Open record differences', -40n]));
    expect(verdict(stated).classes[0]?.shares).toBe(40n);
  });

  test('contradictions and its own “out of proof” are red', () => {
    expect(verdict(report(closing.with(3, ['Outstanding', 91n]), none)).kind).toBe('out of proof');
    expect(verdict(report(closing, none.with(1, ['Difference of the two', 7n]))).classes[0]?.shares).toBe(7n);
    const said = verdict(report(closing, none.with(4, ['Result', 'OUT OF PROOF'])));
    expect(said.sentence).toContain('the control-book file says that the class is out of proof');
    expect(verdict(report(closing, none), { issued: 99n }).kind).toBe('out of proof');
    expect(verdict(report(closing, none), { ownedShares: 89n }).kind).toBe('out of proof');
  });

  test('“out of proof” about the issuer as a whole is red, and once where a figure shows why', () => {
    const sentence: Rows = [
      ['Proof', 'Out of proof on Nov 20, 2026: 1 item authorized and not posted in time.'],
    ];
    const said = verdict(report(closing, none, sentence));
    expect(said.sentence).toContain('the control-book file says that the books are out of proof');
    const shown = verdict(report(closing, none.with(1, ['Difference of the two', 7n]), sentence));
    expect(shown.sentence).not.toContain('the control-book file says');
  });

  test('its own “not provable” leaves the books not provable', () => {
    expect(verdict(report(closing, none.with(4, ['Result', 'NOT PROVABLE']))).kind).toBe('not provable');
  });

  test('lines must lead from opening to closing', () => {
    const opening: Rows = [['Common: opening 11/19/2026'], ['Issued', 90n], ['Treasury', 10n]];
    const lines = (net: bigint) =>
      sheet(
        [
          ['Class', 'Net', 'Balance issued'],
          ['Common', net, 100n],
        ],
        'Control book',
      );
    expect(verdict([...report(opening, closing, none), lines(10n)]).kind).toBe('in proof');
    expect(verdict([...report(opening, closing, none), lines(9n)]).classes[0]?.shares).toBe(1n);
  });

  test('a figure that the registry does not give leaves the books not provable', () => {
    expect(verdict(report(closing, none), { outstanding: null }).kind).toBe('not provable');
    expect(
      fileComparisons({ ...read(report(closing, none)), date: day, answers: [answers] }),
    ).not.toHaveLength(0);
  });

  test.each([
    ['no issuer', [sheet([...closing, ...none])], 'the file does not say which issuer'],
    ['another issuer', [sheet([['Issuer', 'Route 1001 Inc. (1002)'], ...closing, ...none])], 'not 1001'],
    ['another day', report(closing.with(0, ['Common: closing 11/19/2026']), none), 'is about Nov 19, 2026'],
    ['the class missing', report([['Preferred: closing 11/20/2026']], none), 'does not name Common once'],
    ['the class twice', report(closing, closing, none), 'does not name Common once'],
    ['no issued shares', report(closing.toSpliced(1, 1), none), 'issued of Common is missing'],
    ['a label twice', report(closing.toSpliced(1, 0, ['Issued', 100n]), none), 'issued of Common is missing'],
    ['half a share', report(closing.with(1, ['Issued', '100.5']), none), 'is no whole number'],
    ['no treasury', report(closing.slice(0, 2), none), 'treasury and outstanding of Common are missing'],
    ['no statement on record differences', report(closing), 'whether record differences are open'],
    [
      '“in proof” in place of record differences',
      report(closing, none.toSpliced(2, 2)),
      'whether record differences are open',
    ],
    ['an empty file', [], 'does not say which issuer'],
  ])('%s: refused', (_, sheets, reason) => {
    expect(reasonOf(sheets)).toContain(reason);
  });

  test('a class without issued shares need not be in it', () => {
    const classes = [...about.classes, { className: 'Preferred', issued: 0n }];
    expect(reasonOf(report(closing, none), { classes })).toBe('was read');
    expect(
      reasonOf(report(closing, none), { classes: [...about.classes, { className: 'P', issued: 1n }] }),
    ).toContain('does not name P once');
  });
});
