import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance } from '#lib/register/capacity';
import type { JournalEntry, JournalLine } from '#lib/register/transactions/journal';
import { causesIn, explain, hasMoved } from './causes.ts';
import { compareOwnership, type Ownership } from './compare.ts';
import { comparePresets, readTwoDates } from './compare-period.ts';

type Position = { holder: number; className: string; shares: bigint };

function ownershipOf(positions: readonly Position[]): Ownership {
  const holders = [...new Set(positions.map((one) => one.holder))];
  return {
    accounts: holders.map((holder) => ({
      systemShareholderId: holder,
      customerShareholderId: `C${holder}`,
      displayShareholderId: `C${holder}`,
      sortName: '',
      name: `HOLDER ${holder}`,
      securities: positions
        .filter((one) => one.holder === holder && one.shares > 0n)
        .map((one) => ({ securityType: one.className, totalShares: one.shares.toString() })),
    })),
    balances: [],
  } as unknown as Ownership;
}

const balancesOf = (positions: readonly Position[]) =>
  ['Common', 'Preferred'].map((className) => ({
    className,
    dollarFormat: false,
    totalOutstandingShares: positions
      .filter((one) => one.className === className)
      .reduce((sum, one) => sum + one.shares, 0n)
      .toString(),
  })) as unknown as Balance[];

const line = (side: JournalLine['side'], { holder, className, shares }: Position): JournalLine => ({
  id: `${side}/${holder}/${shares}`,
  side,
  certificate: null,
  number: '',
  holder: `${holder}`,
  account: `C${holder}`,
  name: `HOLDER ${holder}`,
  className,
  shares,
  restriction: '',
  treasury: false,
});
const entry = (index: number, canceled: Position[], issued: Position[]): JournalEntry => ({
  id: index,
  key: `${index}`,
  number: `${index}`,
  invoice: '',
  agent: '',
  processed: '2026-08-01',
  effective: '2026-08-01',
  type: 'Transfer',
  code: 'T',
  canceled: canceled.map((one) => line('canceled', one)),
  issued: issued.map((one) => line('issued', one)),
});

const position = fc.record({
  holder: fc.integer({ min: 1, max: 8 }),
  className: fc.constantFrom('Common', 'Preferred'),
  shares: fc.bigInt({ min: 0n, max: 10n ** 17n }),
});

/** Random register at a day and later transactions: issue to an account, or cancel a part of a holding. */
const history = fc.record({
  opening: fc.array(position, { maxLength: 16 }),
  steps: fc.array(fc.record({ at: position, other: position, take: fc.boolean() }), { maxLength: 24 }),
});

function play({
  opening,
  steps,
}: {
  opening: Position[];
  steps: { at: Position; other: Position; take: boolean }[];
}) {
  const book = new Map<string, Position>();
  const add = (one: Position, shares: bigint) => {
    const id = `${one.holder}/${one.className}`;
    book.set(id, { ...one, shares: (book.get(id)?.shares ?? 0n) + shares });
  };
  for (const one of opening) add(one, one.shares);
  const before = [...book.values()];
  const entries = steps.map(({ at, other, take }, index) => {
    const held = book.get(`${at.holder}/${at.className}`)?.shares ?? 0n;
    if (!take || held === 0n) {
      add(at, at.shares);
      return entry(index, [], [at]);
    }
    // Cancels the holding in full: a part goes to another account, the rest is issued back.
    const moved = held - (at.shares % held);
    add(at, -moved);
    add({ ...other, className: at.className }, moved);
    return entry(
      index,
      [{ ...at, shares: held }],
      [
        { ...at, shares: held - moved },
        { ...other, className: at.className, shares: moved },
      ],
    );
  });
  return { before, after: [...book.values()], entries };
}

describe('changes between two days', () => {
  it('add up to the change of outstanding, and the journal explains each to the share', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { before, after, entries } = play(given);
        const days = [ownershipOf(before), ownershipOf(after)] as const;
        const classes = compareOwnership(...days, { before: balancesOf(before), after: balancesOf(after) });
        const causes = causesIn(entries, days);
        for (const one of classes) {
          expect(one.residual).toBe(0n);
          expect(one.net).toBe(one.outstanding.change);
          for (const row of explain(one.changes, causes)) expect(row.unexplained).toBe(0n);
        }
      }),
    );
  });
  it('show changes missing from the journal as unexplained, and still add up', () => {
    fc.assert(
      fc.property(history, fc.nat(), (given, nth) => {
        const { before, after, entries } = play(given);
        if (entries.length === 0) return;
        const dropped = entries[nth % entries.length];
        const days = [ownershipOf(before), ownershipOf(after)] as const;
        const classes = compareOwnership(...days, { before: balancesOf(before), after: balancesOf(after) });
        const causes = causesIn(
          entries.filter((one) => one !== dropped),
          days,
        );
        const all = causesIn(dropped ? [dropped] : [], days);
        for (const row of classes.flatMap((one) => explain(one.changes, causes))) {
          expect((row.explained ?? 0n) + (row.unexplained ?? 0n)).toBe(row.change);
          const missing = (all.of.get(row.id) ?? []).reduce((sum, cause) => sum + (cause.net ?? 0n), 0n);
          expect(row.unexplained).toBe(missing);
        }
      }),
    );
  });
  it('names new, closed, increased and decreased holdings, the largest change first', () => {
    const at = (holder: number, shares: bigint) => ({ holder, className: 'Common', shares });
    const [before, after] = [
      [at(1, 10n), at(2, 20n), at(3, 30n), at(5, 1n)],
      [at(2, 25n), at(3, 1n), at(4, 7n), at(5, 1n)],
    ];
    const [common] = compareOwnership(ownershipOf(before), ownershipOf(after), { before: null, after: null });
    expect(common?.changes.map(({ name, kind, change }) => [name, kind, change])).toEqual([
      ['HOLDER 3', 'Decreased', -29n],
      ['HOLDER 1', 'Closed', -10n],
      ['HOLDER 4', 'New', 7n],
      ['HOLDER 2', 'Increased', 5n],
    ]);
    expect([common?.unchanged.length, common?.net, common?.residual]).toEqual([1, -27n, null]);
  });
  it('lists an account that shares came to and left again, and none that only took another form', () => {
    const at = (holder: number, shares: bigint) => ({ holder, className: 'Common', shares });
    const days = [at(1, 10n), at(2, 20n), at(3, 5n)];
    const entries = [
      entry(1, [at(1, 10n)], [at(1, 6n), at(2, 4n)]),
      entry(2, [at(2, 4n)], [at(1, 4n)]),
      entry(3, [at(3, 5n)], [at(3, 5n)]),
    ];
    const both = [ownershipOf(days), ownershipOf(days)] as const;
    const [common] = compareOwnership(...both, { before: balancesOf(days), after: balancesOf(days) });
    const causes = causesIn(entries, both);
    const moved = common!.unchanged.filter((row) => hasMoved(row, causes));
    expect(common?.changes).toEqual([]);
    expect(
      explain(moved, causes).map(({ name, kind, moved: by }) => [name, kind, Object.fromEntries(by)]),
    ).toEqual([
      ['HOLDER 1', 'Equal', { surrendered: -4n, received: 4n }],
      ['HOLDER 2', 'Equal', { surrendered: -4n, received: 4n }],
    ]);
  });
  it('shows a difference of the books and a missing figure', () => {
    const common = { holder: 1, className: 'Common', shares: 5n };
    const books = balancesOf([common]);
    const [one] = compareOwnership(ownershipOf([]), ownershipOf([{ ...common, shares: 4n }]), {
      before: balancesOf([]),
      after: books,
    });
    expect(one?.residual).toBe(1n);
    const broken = ownershipOf([common]);
    Object.assign(broken.accounts[0]?.securities[0] ?? {}, { totalShares: null });
    const [unknown] = compareOwnership(ownershipOf([]), broken, { before: null, after: books });
    expect([unknown?.changes[0]?.kind, unknown?.net]).toEqual(['Unknown', null]);
    expect(
      compareOwnership({} as Ownership, null as unknown as Ownership, { before: null, after: null }),
    ).toEqual([]);
  });
  it('keeps the shares of accounts that neither day lists separate', () => {
    const at = (holder: number, shares: bigint) => ({ holder, className: 'Common', shares });
    const causes = causesIn([entry(1, [at(1, 40n)], [at(99, 40n)])], [ownershipOf([at(1, 40n)])]);
    expect(causes.of.get('1/Common')?.[0]?.net).toBe(-40n);
    expect([causes.others.get('Common'), causes.passed]).toEqual([40n, []]);
  });
  it('names the other side of a transfer where a name has a slash', () => {
    const at = (holder: number) => ({ holder, className: 'Common', shares: 5n });
    const given = entry(1, [at(1)], [at(9)]);
    const issued = given.issued.map((one) => ({
      ...one,
      holder: '',
      account: '',
      name: 'SMITH 50/50 TRUST',
    }));
    const causes = causesIn([{ ...given, issued }], [ownershipOf([at(1)])]);
    expect(causes.of.get('1/Common')?.[0]?.counterparties).toEqual(['SMITH 50/50 TRUST']);
    const back = { ...given, canceled: issued.map((one) => ({ ...one, side: 'canceled' as const })) };
    const both = causesIn(
      [
        { ...given, issued },
        { ...back, issued: [line('issued', at(1))] },
      ],
      [ownershipOf([at(1)])],
    );
    expect(explain(both.passed, both).map(({ causes: own }) => own.map((one) => one.counterparties))).toEqual(
      [[['HOLDER 1'], ['HOLDER 1']]],
    );
  });
  it('lists an account of neither day through which shares passed, but not treasury', () => {
    const at = (holder: number, shares: bigint) => ({ holder, className: 'Common', shares });
    const both = [ownershipOf([at(1, 40n)]), ownershipOf([at(2, 40n)])];
    const entries = [entry(1, [at(1, 40n)], [at(9, 40n)]), entry(2, [at(9, 40n)], [at(2, 40n)])];
    const causes = causesIn(entries, both);
    const [row, ...more] = explain(causes.passed, causes);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ name: 'HOLDER 9', account: 'C9', profile: 'C9', className: 'Common' });
    expect(row).toMatchObject({ before: 0n, after: 0n, kind: 'Equal', unexplained: 0n });
    expect(Object.fromEntries(row!.moved)).toEqual({ received: 40n, surrendered: -40n });
    expect(row!.causes.map(({ counterparties }) => counterparties)).toEqual([['HOLDER 1'], ['HOLDER 2']]);
    const asTreasury = (one: JournalLine) => (one.holder === '9' ? { ...one, treasury: true } : one);
    const ofTreasury = entries.map((one) => ({
      ...one,
      canceled: one.canceled.map(asTreasury),
      issued: one.issued.map(asTreasury),
    }));
    expect(causesIn(ofTreasury, both)).toMatchObject({ passed: [], others: new Map([['Common', 0n]]) });
  });
});

describe('compared dates', () => {
  const read = (from: string | null, to: string | null) => readTwoDates(from, to, '2026-11-20', '2026-11-20');
  it('are this quarter by default', () => {
    expect(read(null, 'x')).toEqual({
      from: '2026-09-30',
      to: '2026-11-20',
      swapped: false,
      capped: false,
      raised: false,
    });
  });
  it('are put in order, and never in the future', () => {
    expect(read('2026-06-30', '2026-03-31')).toMatchObject({
      from: '2026-03-31',
      to: '2026-06-30',
      swapped: true,
    });
    expect(read('2026-06-30', '2027-01-01')).toMatchObject({
      to: '2026-11-20',
      capped: true,
      swapped: false,
    });
  });
  it('are never before the books begin', () => {
    const cut = (from: string | null, to: string | null) =>
      readTwoDates(from, to, '2026-11-20', '2026-11-20', '2026-10-30');
    expect(cut(null, null)).toMatchObject({ from: '2026-10-30', to: '2026-11-20', raised: true });
    expect(cut('2026-01-31', '2026-06-30')).toMatchObject({ from: '2026-10-30', to: '2026-10-30' });
    expect(cut('2026-11-02', '2026-10-30')).toMatchObject({
      from: '2026-10-30',
      swapped: true,
      raised: false,
    });
  });
  it('of the default periods adjoin without gap', () => {
    expect(comparePresets('2026-11-20').map(({ id, from, to }) => [id, from, to])).toEqual([
      ['quarter', '2026-09-30', '2026-11-20'],
      ['last-quarter', '2026-06-30', '2026-09-30'],
      ['year', '2025-12-31', '2026-11-20'],
      ['year-before', '2024-12-31', '2025-12-31'],
      ['twelve', '2025-11-20', '2026-11-20'],
    ]);
  });
});
