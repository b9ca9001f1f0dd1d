import { describe, expect, test } from 'vitest';
import { equal } from './comparison.ts';
import { type ClassFacts, factsOf, type ProofFacts, type RecordDateList } from './proof-facts.ts';
import { verdictOf } from './verdict.ts';

const figures = { outstanding: 90n, treasury: 10n, restricted: 5n, certificates: 3n, holders: 2n };
const common: ClassFacts = {
  className: 'Common',
  isUnlimited: false,
  certificates: figures,
  dayTotals: figures,
  controlBook: { authorized: 1000n, issued: 100n, treasury: 10n, reserved: 50n },
  changes: { authorized: 1000n, reserved: 50n },
  answers: {
    authorized: 1000n,
    issued: 100n,
    outstanding: 90n,
    restricted: 5n,
    reserved: 50n,
    holders: 2n,
    ownedShares: 90n,
    ownedHolders: 2n,
    dilutedReserves: 50n,
  },
  journal: {
    issued: 100n,
    outstanding: 90n,
    holdersDiffering: 0n,
    sharesDiffering: 0n,
    unbalancedTransactions: 0n,
  },
  entries: { differing: 0n, sharesDiffering: 0n, firstDate: null },
  registerDiffersSince: null,
  bookDiffersSince: null,
};
const date = '2026-11-20';
const books = (changed: Partial<ProofFacts> = {}): ProofFacts => ({
  date,
  classes: [common],
  differences: [],
  lists: [],
  plans: [],
  unposted: [],
  transactions: null,
  depository: null,
  ...changed,
});
const difference = (shares: bigint, openedOn: string, existedSince = openedOn) => ({
  className: 'Common',
  openedOn,
  existedSince,
  shares,
  cause: 'Not on file',
  isByPriorAgent: false,
});
const missing = [{ source: 'The control book', reason: 'is not offered by this registry' }];
const gap = equal(
  { id: 'P11', className: 'Common', text: 'Cap table', cause: 'the cap table differs', isOfShares: true },
  { source: 'Cap table', value: 91n },
  { source: 'Issuer balance', value: 90n },
);

describe('verdict', () => {
  test('green only with every source read and equal', () => {
    const verdict = verdictOf({ date, facts: books(), readAt: 'Nov 20, 2026, 3:00 PM EST' });
    expect(verdict.sentence).toBe(
      'In proof on Nov 20, 2026: control book, register and record differences agree for 1 class. Read Nov 20, 2026, 3:00 PM EST.',
    );
    expect(verdict.label).toBe('In proof');
  });

  test('grey without the control book, however many comparisons are equal', () => {
    const fine = { ...gap, result: 'equal', difference: 0n } as const;
    const verdict = verdictOf({ date, facts: missing, others: [fine, fine] });
    expect(verdict.kind).toBe('not provable');
    expect(verdict.sentence).toBe(
      'Not provable on Nov 20, 2026: The control book is not offered by this registry. No difference in 2 comparisons made.',
    );
  });

  test('grey where nothing was read and nobody says why', () => {
    const verdict = verdictOf({ date, facts: [] });
    expect([verdict.kind, verdict.sentence]).toEqual([
      'not provable',
      'Not provable on Nov 20, 2026: The books were not read.',
    ]);
  });

  test('a known difference outranks a missing source, and the sentence names both', () => {
    const verdict = verdictOf({ date, facts: missing, others: [gap] });
    expect(verdict.kind).toBe('out of proof');
    expect(verdict.sentence).toBe(
      'Out of proof on Nov 20, 2026 by 1 share of Common: the cap table differs. Not read: The control book is not offered by this registry.',
    );
  });

  test('books of another day prove nothing about this one', () => {
    expect(verdictOf({ date: '2026-11-19', facts: books() }).kind).toBe('not provable');
  });

  test('record differences add up without signs, and a gap seen in three comparisons counts once', () => {
    const moved = { ...common, controlBook: { ...common.controlBook, issued: 107n } };
    const differences = [difference(20n, '2026-11-01'), difference(-5n, '2026-11-02')];
    const verdict = verdictOf({ date, facts: books({ classes: [moved], differences }) });
    expect(verdict.classes.map(({ shares }) => shares)).toEqual([32n]);
  });

  test.each([
    ['2026-10-21', 30, false],
    ['2026-10-20', 31, true],
  ])('opened on %s: %i days, aged %s', (openedOn, days, isAged) => {
    const verdict = verdictOf({ date, facts: books({ differences: [difference(1n, openedOn)] }) });
    expect(verdict.classes[0]?.causes[0]).toMatchObject({ days, isAged });
    expect(verdict.sentence.includes('aged')).toBe(isAged);
  });

  test('a difference is as old as it exists, not as it was found', () => {
    const differences = [difference(1n, '2026-11-10', '2026-10-20')];
    const verdict = verdictOf({ date, facts: books({ differences }) });
    expect(verdict.classes[0]?.causes[0]).toMatchObject({ since: '2026-10-20', days: 31, isAged: true });
  });

  test('a difference on an earlier day alone is a difference', () => {
    const before = { ...common, registerDiffersSince: '2026-01-05' };
    expect(verdictOf({ date, facts: books({ classes: [before] }) }).kind).toBe('out of proof');
  });

  test('the number of completed transactions: equal, another, and an incomplete list', () => {
    const of = (listed: bigint | null) =>
      verdictOf({ date, facts: books({ transactions: { journal: 12n, listed } }) });
    expect(of(12n).kind).toBe('in proof');
    expect(of(13n).kind).toBe('out of proof');
    expect(of(13n).sentence).toContain('number of completed transactions differs');
    expect([of(null).kind, of(null).sentence]).toEqual([
      'not provable',
      expect.stringContaining('1 figure could not be read'),
    ]);
  });

  test('a difference that is not one of shares of the class names the class and its figure', () => {
    const list: RecordDateList = {
      kind: 'Dividend',
      ...{ title: 'Cash dividend', className: 'Common', recordDate: '2026-11-13' },
      ...{ recordedShares: 90n, registerShares: 90n, holdersDiffering: 2n, statedShares: 97n },
      ...{ stated: '10.00', paid: '9.00', settled: '8.95' },
    };
    const reserves = { ...common, changes: { ...common.changes, reserved: 1050n } };
    const sentence = verdictOf({ date, facts: books({ classes: [reserves], lists: [list] }) }).sentence;
    const of = 'Cash dividend, record date Nov 13, 2026:';
    const since = 'since Nov 13, 2026, 7 days';
    expect(sentence).toBe(
      [
        'Out of proof on Nov 20, 2026 in Common: reserved shares differ by 1,000 shares.',
        `${of} dividend shares differ for 2 holders, ${since}.`,
        `${of} the amount and its payments differ by $1.00, ${since}.`,
        `${of} gross payments differ from net payments and tax withheld by $0.05, ${since}.`,
      ].join(' '),
    );
    const more = { ...list, holdersDiffering: 1n, recordedShares: 98n };
    expect(verdictOf({ date, facts: books({ lists: [more] }) }).sentence).toContain(
      `in Common: ${of} dividend shares differ by 8 shares, ${since}`,
    );
  });

  test('a number of certificates never stands for shares', () => {
    const certificates = { ...figures, outstanding: 88n, certificates: 9n };
    const [worst] = verdictOf({ date, facts: books({ classes: [{ ...common, certificates }] }) }).classes;
    expect(worst?.causes.find(({ text }) => text.startsWith('certificates and'))).toMatchObject({
      text: 'certificates and day totals differ',
      shares: -2n,
    });
  });

  test('a limit is kept or exceeded; it is never called equal', () => {
    const limit = (authorized: bigint) => {
      const one = {
        ...common,
        controlBook: { ...common.controlBook, authorized },
        changes: { ...common.changes, authorized },
        answers: { ...common.answers, authorized },
      };
      return verdictOf({ date, facts: books({ classes: [one] }) });
    };
    expect(limit(150n).comparisons.filter(({ result }) => result === 'within limit')).toHaveLength(1);
    expect(limit(149n).kind).toBe('out of proof');
  });
});

test('facts with a missing figure are no facts', () => {
  const response = {
    asOfDate: date,
    classes: [{ ...common, security: 'Common' }],
    openRecordDifferences: [],
    recordDateLists: [],
    plans: [],
    unposted: [],
  };
  expect(factsOf(response)?.classes).toEqual([common]);
  expect(factsOf(response)?.transactions).toBeNull();
  expect(factsOf({ ...response, transactions: { journal: 3, listed: null } })?.transactions).toEqual({
    journal: 3n,
    listed: null,
  });
  expect(factsOf({ ...response, transactions: { listed: 3 } })).toBeNull();
  expect(factsOf({ ...response, openRecordDifferences: undefined })).toBeNull();
  expect(factsOf({ ...response, classes: [{ ...common, controlBook: { issued: 1n } }] })).toBeNull();
});
