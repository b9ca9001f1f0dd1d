import { expect, it } from 'vitest';
import type { JournalEntry, JournalLine } from './journal.ts';
import { type ClassFigures, type Roll, rollClasses } from './roll-forward.ts';
import { rollHolders } from './roll-holders.ts';

type Part = readonly [holder: string, shares: bigint, restriction?: string];

const line =
  (side: JournalLine['side'], className = 'Common') =>
  ([name, shares, restriction = '']: Part): JournalLine => ({
    id: `${name}/${shares}`,
    side,
    certificate: null,
    number: '',
    holder: name,
    account: name,
    name,
    className,
    shares,
    restriction,
    treasury: name === 'TREASURY',
  });

const entry = (effective: string, code: string, canceled: Part[], issued: Part[]): JournalEntry => ({
  id: 1,
  key: `${effective} ${code}`,
  number: '1',
  invoice: '',
  agent: '',
  processed: effective,
  effective,
  type: code,
  code,
  canceled: canceled.map(line('canceled')),
  issued: issued.map(line('issued')),
});

/** A small register by hand: issuance, withdrawal, exercise, legend removal, repurchase, retirement, split, dividend. */
const ledger: readonly JournalEntry[] = [
  entry(
    '2024-01-10',
    'N',
    [],
    [
      ['ALPHA', 100_000n, 'R'],
      ['QUILL', 300_000n],
      ['BETA', 1000n],
    ],
  ),
  entry(
    '2024-03-05',
    'T',
    [['QUILL', 300_000n]],
    [
      ['QUILL', 289_993n],
      ['GAMMA', 10_007n],
    ],
  ),
  entry('2024-06-01', 'N', [], [['DELTA', 5000n, 'A']]),
  entry(
    '2024-08-15',
    'T',
    [['ALPHA', 100_000n, 'R']],
    [
      ['ALPHA', 60_000n, 'R'],
      ['ALPHA', 40_000n],
    ],
  ),
  entry(
    '2024-10-01',
    'T',
    [['BETA', 1000n]],
    [
      ['BETA', 400n],
      ['TREASURY', 600n],
    ],
  ),
  entry('2024-12-02', 'R', [['TREASURY', 600n]], []),
  entry(
    '2025-03-17',
    'V',
    [
      ['ALPHA', 60_000n, 'R'],
      ['ALPHA', 40_000n],
      ['QUILL', 289_993n],
      ['GAMMA', 10_007n],
      ['BETA', 400n],
      ['DELTA', 5000n, 'A'],
    ],
    [
      ['ALPHA', 6000n, 'R'],
      ['ALPHA', 4000n],
      ['QUILL', 29_000n],
      ['GAMMA', 1001n],
      ['BETA', 40n],
      ['DELTA', 500n, 'A'],
    ],
  ),
  entry(
    '2025-06-30',
    'D',
    [],
    [
      ['ALPHA', 300n, 'R'],
      ['ALPHA', 200n],
      ['QUILL', 1450n],
      ['GAMMA', 50n],
      ['BETA', 2n],
      ['DELTA', 25n, 'A'],
    ],
  ),
];

const figures = (issued: bigint, outstanding: bigint, restricted: bigint) =>
  new Map<string, ClassFigures>([['Common', { issued, outstanding, restricted }]]);
const within = (from: string, to: string) =>
  ledger.filter(({ effective }) => effective > from && effective <= to);
const byAccount = ({ account }: JournalLine) => account;

/** Columns of a roll that are not 0. */
const moved = ({ moved: all }: Roll) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0n));

const days = {
  '2024-01-09': figures(0n, 0n, 0n),
  '2024-03-05': figures(401_000n, 401_000n, 100_000n),
  '2024-06-30': figures(406_000n, 406_000n, 105_000n),
  '2024-09-30': figures(406_000n, 406_000n, 65_000n),
  '2024-10-31': figures(406_000n, 405_400n, 65_000n),
  '2024-12-31': figures(405_400n, 405_400n, 65_000n),
  '2025-12-31': figures(42_568n, 42_568n, 6825n),
};
type Day = keyof typeof days;

it.each<[Day, Day, object, object, object]>([
  [
    '2024-01-09',
    '2024-03-05',
    { issued: 401_000n, received: 10_007n, surrendered: -10_007n },
    {},
    { issued: 100_000n },
  ],
  ['2024-03-05', '2024-06-30', { issued: 5000n }, {}, { issued: 5000n }],
  ['2024-06-30', '2024-09-30', {}, {}, { surrendered: -40_000n }],
  ['2024-09-30', '2024-12-31', { toTreasury: -600n }, { toTreasury: 600n, retired: -600n }, {}],
  ['2024-12-31', '2025-12-31', { adjusted: -362_832n }, {}, { adjusted: -58_175n }],
])('from %s to %s', (from, to, outstanding, treasury, restricted) => {
  const [roll] = rollClasses(within(from, to), days[from], days[to], byAccount);
  expect([moved(roll!.outstanding), moved(roll!.treasury), moved(roll!.restricted)]).toEqual([
    outstanding,
    treasury,
    restricted,
  ]);
  const rolls = [roll!.outstanding, roll!.issued, roll!.treasury, roll!.restricted];
  expect(rolls.map(({ residual }) => residual)).toEqual([0n, 0n, 0n, 0n]);
});

it('shows every holder with each movement and its counterparty', () => {
  const held = (name: string, shares: bigint) => ({ holder: name, name, className: 'Common', shares });
  const rolls = rollHolders(
    within('2024-01-09', '2024-03-05'),
    [],
    [held('ALPHA', 100_000n), held('QUILL', 289_993n), held('BETA', 1000n), held('GAMMA', 10_007n)],
    byAccount,
  );
  const quill = rolls.find(({ holder }) => holder === 'QUILL')!;
  expect(moved(quill)).toEqual({ issued: 300_000n, surrendered: -10_007n });
  expect([quill.computed, quill.residual]).toEqual([289_993n, 0n]);
  expect(quill.moves.map(({ net, counterparties }) => [net, counterparties])).toEqual([
    [300_000n, []],
    [-10_007n, ['GAMMA']],
  ]);
  // A legend removal moves nothing, and is listed.
  const [alpha] = rollHolders(
    within('2024-06-30', '2024-09-30'),
    [held('ALPHA', 100_000n)],
    [held('ALPHA', 100_000n)],
    byAccount,
  );
  expect([alpha!.moves.map(({ net }) => net), alpha!.residual]).toEqual([[0n], 0n]);
  const [split] = rollHolders(
    within('2024-12-31', '2025-12-31'),
    [held('GAMMA', 10_007n)],
    [held('GAMMA', 1051n)],
    byAccount,
  );
  expect(split!.moves.map(({ net }) => net)).toEqual([-9006n, 50n]);
});

it('converts out of one class and into others, and shows what was read otherwise', () => {
  const conversion: JournalEntry = {
    ...entry('2024-05-01', 'C', [], []),
    canceled: [line('canceled', 'U')(['ALPHA', 1001n])],
    issued: [line('issued', 'A')(['ALPHA', 1001n]), line('issued', 'W')(['ALPHA', 500n])],
  };
  const one = (shares: bigint): ClassFigures => ({ issued: shares, outstanding: shares, restricted: 0n });
  const rolls = rollClasses(
    [conversion],
    new Map([['U', one(1001n)]]),
    new Map([
      ['U', one(0n)],
      ['A', one(1000n)],
      ['W', one(500n)],
    ]),
    byAccount,
  );
  const of = (name: string) => rolls.find(({ className }) => className === name)!.outstanding;
  expect([moved(of('U')), moved(of('A')), moved(of('W'))]).toEqual([
    { convertedOut: -1001n },
    { convertedIn: 1001n },
    { convertedIn: 500n },
  ]);
  expect([of('U').residual, of('A').residual, of('W').residual]).toEqual([0n, -1n, 0n]);
});

it('does not know the rest where a count or restriction is not reported', () => {
  const unknown = entry('2024-05-01', 'N', [], [['ALPHA', 5n]]);
  const lines = unknown.issued.map((one) => ({ ...one, restriction: null }));
  const [roll] = rollClasses(
    [{ ...unknown, issued: lines }],
    figures(0n, 0n, 0n),
    figures(5n, 5n, 0n),
    byAccount,
  );
  expect([roll!.outstanding.residual, roll!.restricted.residual]).toEqual([0n, null]);
});

it('re-issues from the treasury without a new share', () => {
  const reissue = entry('2024-11-01', 'N', [['TREASURY', 600n]], [['BETA', 600n]]);
  const [roll] = rollClasses([reissue], figures(1000n, 400n, 0n), figures(1000n, 1000n, 0n), byAccount);
  expect([moved(roll!.outstanding), moved(roll!.issued), moved(roll!.treasury)]).toEqual([
    { fromTreasury: 600n },
    {},
    { fromTreasury: -600n },
  ]);
});

it('takes a split of 20,000 holders in time', () => {
  const holders = Array.from({ length: 20_000 }, (_, index): Part => [`H-${index}`, 10n]);
  const split = entry('2024-05-01', 'D', [], holders);
  const started = performance.now();
  const rolls = rollHolders([split], [], [], byAccount);
  const [roll] = rollClasses([split], figures(0n, 0n, 0n), figures(200_000n, 200_000n, 0n), byAccount);
  expect([rolls.length, roll!.outstanding.residual]).toEqual([20_000, 0n]);
  expect(performance.now() - started).toBeLessThan(5000);
});
