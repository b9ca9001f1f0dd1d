import { describe, expect, it } from 'vitest';
import type { Balance } from '../capacity.ts';
import type { Holding } from './cap-table.ts';
import { dilutionByClass } from './dilution.ts';
import {
  figureLines,
  groupLines,
  holderLines,
  holdersFrom,
  largestMatrix,
  matrixClasses,
  matrixPercent,
} from './matrix.ts';
import { ownershipByClass, withTotals } from './ownership.ts';

const held = (
  holder: number,
  className: string,
  shares: bigint | null,
  more: Partial<Holding> = {},
): Holding => ({
  id: `${holder}/${className}`,
  holder: `${holder}`,
  account: `H-${holder}`,
  profile: `H-${holder}`,
  name: `HOLDER ${holder}`,
  kind: 'Individual',
  className,
  shares,
  restricted: null,
  unrestricted: null,
  classShares: null,
  dollars: false,
  ...more,
});

const balance = (className: string, figures: Partial<Balance> = {}): Balance =>
  ({
    className,
    isUnlimited: false,
    dollarFormat: false,
    authorizedShares: 1_000,
    totalIssuedShares: 0,
    totalOutstandingShares: 0,
    totalReserveShares: 0,
    ...figures,
  }) as Balance;

const common = balance('Common', {
  authorizedShares: 10_000,
  totalIssuedShares: 1_100,
  totalOutstandingShares: 1_000,
  totalReserveShares: 500,
});
const seriesA = balance('Series A', {
  totalIssuedShares: 75,
  totalOutstandingShares: 75,
  totalReserveShares: 925,
});
const units = balance('Units', { isUnlimited: true, authorizedShares: 0 });
const balances = [common, seriesA, units];

const holdings = [
  held(1, 'Common', 600n),
  held(1, 'Series A', 50n),
  held(2, 'Common', 400n, { kind: 'Trust' }),
  held(3, 'Series A', 25n),
];
const classes = matrixClasses(holdings, balances, true);
const lines = holderLines(holdings);
const first = classes[0]!;
const figures = (...given: Parameters<typeof figureLines>) =>
  Object.fromEntries(figureLines(...given).map((line) => [line.id, line.byClass]));

describe('holders of a matrix', () => {
  it('have a line each with their shares of every class, none where they have none', () => {
    expect(lines.map((line) => [line.account, line.byClass])).toEqual([
      ['H-1', { Common: 600n, 'Series A': 50n }],
      ['H-2', { Common: 400n }],
      ['H-3', { 'Series A': 25n }],
    ]);
  });
  it('stay two where two have one name', () => {
    const twins = holderLines([held(1, 'Common', 1n, { name: 'A' }), held(2, 'Common', 2n, { name: 'A' })]);
    expect(twins.map((line) => [line.id, line.byClass.Common])).toEqual([
      ['1', 1n],
      ['2', 2n],
    ]);
  });
  it('add two rows of one holder in one class, to unknown when one is', () => {
    expect(holderLines([held(1, 'Common', 1n), held(1, 'Common', 2n)])[0]?.byClass.Common).toBe(3n);
    expect(holderLines([held(1, 'Common', 1n), held(1, 'Common', null)])[0]?.byClass.Common).toBeNull();
    expect(holderLines([held(1, 'Common', null), held(1, 'Common', 1n)])[0]?.byClass.Common).toBeNull();
  });
  it('take types that holdings lack from elsewhere', () => {
    const past = [held(1, 'Common', 1n, { kind: '' }), held(2, 'Common', 1n, { kind: '' })];
    expect(holderLines(past, new Map([['1', 'Trust']])).map((line) => line.kind)).toEqual(['Trust', '']);
  });
});

describe('classes of a matrix', () => {
  it('keep the order of the balances, with classes that nobody holds or only a holding names', () => {
    const all = matrixClasses([...holdings, held(4, 'Lost', 3n)], balances, true);
    expect(all.map((one) => [one.className, one.held, one.outstanding])).toEqual([
      ['Common', 1000n, 1000n],
      ['Series A', 75n, 75n],
      ['Units', 0n, 0n],
      ['Lost', 3n, null],
    ]);
  });
  it('know no total of holders while rows are missing', () => {
    expect(matrixClasses(holdings, balances, false).map((one) => one.held)).toEqual([null, null, null]);
  });
});

describe('figures of a matrix', () => {
  it('give reserved and available to issue exactly; unlimited is said; treasury is issued only', () => {
    expect(figures(classes, 'outstanding')).toEqual({
      outstanding: { Common: 1000n, 'Series A': 75n, Units: 0n },
      reserved: { Common: 500n, 'Series A': 925n, Units: 0n },
      treasury: { Common: 100n, 'Series A': 0n, Units: 0n },
      issued: { Common: 1100n, 'Series A': 75n, Units: 0n },
      authorized: { Common: 10000n, 'Series A': 1000n, Units: 'Unlimited' },
      available: { Common: 8400n, 'Series A': 0n, Units: 'Unlimited' },
    });
  });
  it('leave out treasury where there is none, and keep it where it is unknown', () => {
    expect(figures(matrixClasses([], [seriesA], true), 'outstanding').treasury).toBeUndefined();
    const unknown = balance('Common', { totalIssuedShares: undefined });
    expect(figures(matrixClasses([], [unknown], true), 'outstanding').treasury).toEqual({ Common: null });
  });
  it('show by how much an authorization is exceeded, and stay exact beyond 2^53', () => {
    const large = balance('Common', {
      authorizedShares: '9007199254740992' as never,
      totalIssuedShares: '9007199254740993' as never,
    });
    expect(figures(matrixClasses([], [large], true), 'outstanding').available).toEqual({ Common: -1n });
  });
  it('show a difference between holders and outstanding, only where there is one', () => {
    const short = matrixClasses([...holdings.slice(1), held(1, 'Common', 599n)], balances, true);
    expect(figures(short, 'outstanding').difference).toEqual({ Common: -1n });
    expect(figures(classes, 'outstanding').difference).toBeUndefined();
    expect(figures(matrixClasses(holdings, balances, false), 'outstanding').difference).toBeUndefined();
  });
  it('are unknown without a balance', () => {
    const none = figures(matrixClasses(holdings, null, true), 'diluted');
    expect([none.outstanding?.Common, none.diluted?.Common, none.available?.Common]).toEqual([
      null,
      null,
      null,
    ]);
  });
  it('name the reserves when fully diluted, each in its class', () => {
    const reserve = { name: 'Option plan', isReserved: true, shares: 500, systemShareholderId: 9 };
    const diluted = dilutionByClass(
      { securites: [{ security: 'Common', totalShares: 1500, shareholders: [reserve] }] } as never,
      balances,
    );
    const named = figureLines(classes, 'diluted', diluted).map((line) => [line.name, line.byClass.Common]);
    expect(named.slice(0, 4)).toEqual([
      ['Outstanding', 1000n],
      ['Option plan', 500n],
      ['All reserves', 500n],
      ['Fully diluted', 1500n],
    ]);
  });
});

describe('percentages of a matrix', () => {
  const percents = (basis: 'outstanding' | 'diluted') =>
    figureLines(classes, basis).map((line) => [line.id, matrixPercent(line, first, basis)]);
  it('are of outstanding, of which reserves are no part', () => {
    expect(matrixPercent(lines[0]!, first, 'outstanding')).toBe('60.000000000000');
    expect(percents('outstanding').filter(([, percent]) => percent !== undefined)).toEqual([
      ['outstanding', '100.000000000000'],
    ]);
  });
  it('are of outstanding and reserved when fully diluted', () => {
    expect(matrixPercent(lines[0]!, first, 'diluted')).toBe('40.000000000000');
    expect(percents('diluted').filter(([, percent]) => percent !== undefined)).toEqual([
      ['outstanding', '66.666666666666'],
      ['reserved', '33.333333333333'],
      ['diluted', '100.000000000000'],
    ]);
  });
  it('are blank where a holder has none, and unknown in a class of zero shares', () => {
    expect(matrixPercent(lines[2]!, first, 'outstanding')).toBeUndefined();
    const zero = matrixClasses([held(1, 'Units', 0n)], [units], true)[0]!;
    expect(matrixPercent(holderLines([held(1, 'Units', 0n)])[0]!, zero, 'outstanding')).toBeNull();
  });
});

describe('groups of a matrix', () => {
  it('are subtotals per class, largest first, and add up to the total', () => {
    const groups = groupLines(lines, classes);
    expect(groups.map((line) => [line.name, line.byClass])).toEqual([
      ['Individual, 2 holders', { Common: 600n, 'Series A': 75n }],
      ['Trust, 1 holder', { Common: 400n }],
    ]);
  });
  it('count no account without shares, and name those without a type', () => {
    const some = holderLines([
      held(1, 'Common', 0n),
      held(2, 'Common', 5n),
      held(3, 'Common', 1n, { kind: '' }),
    ]);
    expect(groupLines(some, classes).map((line) => line.name)).toEqual([
      'Individual, 1 holder',
      'Type not reported, 1 holder',
    ]);
  });
  it('are left out where all holders have one type', () => {
    expect(groupLines(holderLines([held(1, 'Common', 1n), held(2, 'Common', 1n)]), classes)).toEqual([]);
  });
});

describe('holders of 5 percent and more', () => {
  const names = (shares: bigint, basis: 'outstanding' | 'diluted') => {
    const some = [held(1, 'Common', shares), held(2, 'Common', 1000n - shares), held(3, 'Series A', 3n)];
    const of = matrixClasses(some, balances, true);
    return holdersFrom(holderLines(some), of, basis, 5n)?.map((line) => line.id);
  };
  it('are found to the share, in any class', () => {
    expect(names(50n, 'outstanding')).toEqual(['1', '2']);
    expect(names(49n, 'outstanding')).toEqual(['2']);
  });
  it('are fewer when fully diluted', () => {
    expect(names(74n, 'diluted')).toEqual(['2']);
    expect(names(75n, 'diluted')).toEqual(['1', '2']);
  });
  it('are nobody in a class of zero shares, and not known without any figure', () => {
    expect(holdersFrom(lines, matrixClasses([], [units], true), 'outstanding', 5n)).toBeNull();
    expect(holdersFrom(lines, matrixClasses(holdings, null, false), 'outstanding', 5n)).toBeNull();
  });
});

describe('the matrix of a register too large to list', () => {
  const account = (id: number, securityType: string, totalShares: number) => ({
    systemShareholderId: id,
    customerShareholderId: `H-${id}`,
    displayShareholderId: `H-${id}`,
    sortName: `HOLDER ${id}`,
    name: `HOLDER ${id}`,
    securities: [{ securityType, numberOfCertificates: 1, totalShares }],
  });
  const total = (className: string, listed: number, all: bigint | null) => ({
    className,
    listed,
    holders: listed,
    held: all,
    squares: null,
    largest: [],
  });
  const make = (common: bigint | null) =>
    largestMatrix(
      withTotals(
        ownershipByClass({
          accounts: [
            account(1, 'Common', 600),
            account(2, 'Common', 300),
            account(2, 'Series A', 50),
            account(3, 'Series A', 25),
          ],
          balances: [],
        } as never),
        [total('Common', 100_000, common), total('Series A', 2, 75n)],
      ),
      balances,
    );
  it('has all other holders as one line, and says nothing of shares that are not listed', () => {
    expect(make(1000n).lines.map((line) => [line.name, line.byClass])).toEqual([
      ['HOLDER 1', { Common: 600n }],
      ['HOLDER 2', { Common: 300n, 'Series A': 50n }],
      ['HOLDER 3', { Common: null, 'Series A': 25n }],
      ['All other holders', { Common: 100n }],
    ]);
  });
  it('is tied to the balance by the total of all holders', () => {
    expect(figures(make(1000n).classes, 'outstanding').difference).toBeUndefined();
    expect(figures(make(999n).classes, 'outstanding').difference).toEqual({ Common: -1n });
    expect(make(null).lines.at(-1)?.byClass).toEqual({ Common: null });
  });
});
