import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Balance } from '../capacity.ts';
import type { Diluted } from '../ownership/dilution.ts';
import { applySteps } from './apply.ts';
import { classChanges, holderChanges, mostChanged, verdictsOf } from './compare.ts';
import { proRata, readMoney, readPercent, readRatio, wholePercent } from './figures.ts';
import { applyNaively, type Naive } from './naive-for-tests.ts';
import { outcomeFacts, scenarioSentence } from './sentence.ts';
import {
  classIn,
  dilutedOf,
  outstandingOf,
  type Register,
  reservedOf,
  type ScenarioClass,
  startRegister,
} from './start.ts';
import {
  type BuybackStep,
  type ConversionStep,
  newStep,
  type PoolStep,
  type RoundStep,
  type SplitStep,
  type Step,
} from './steps.ts';

const row = (id: number, name: string, shares: number | bigint | null, isReserved = false) => ({
  systemShareholderId: id,
  customerShareholderId: isReserved ? null : `H-${id}`,
  name,
  isReserved,
  shares,
});
const diluted = {
  securites: [
    {
      security: 'Common',
      totalShares: 1300,
      shareholders: [row(1, 'Ada', 600), row(2, 'Bo', 301), row(3, 'Cy', 99), row(90, 'Plan', 300, true)],
    },
    { security: 'Series A', totalShares: 200, shareholders: [row(2, 'Bo', 150), row(4, 'Fund', 50)] },
  ],
} as unknown as Diluted;
const balance = (className: string, authorized: number, issued: number, outstanding: number) =>
  ({
    className,
    authorizedShares: authorized,
    isUnlimited: false,
    totalIssuedShares: issued,
    totalOutstandingShares: outstanding,
    totalReserveShares: 0,
  }) as unknown as Balance;
const balances = [balance('Common', 2000, 1050, 1000), balance('Series A', 500, 200, 200)];
const start = startRegister(diluted, balances);

let made = 0;
const step = <T extends Step>(kind: T['kind'], values: Partial<T>): T =>
  ({ ...newStep(kind, `s${made++}`, 'Common'), ...values }) as T;
const round = (values: Partial<RoundStep>) => step<RoundStep>('round', values);
const pool = (values: Partial<PoolStep>) => step<PoolStep>('pool', { reserve: 'Plan', ...values });
const conversion = (values: Partial<ConversionStep>) =>
  step<ConversionStep>('conversion', { className: 'Series A', to: 'Common', ...values });
const buyback = (values: Partial<BuybackStep>) => step<BuybackStep>('buyback', { price: '2', ...values });
const split = (values: Partial<SplitStep>) => step<SplitStep>('split', { price: '10', ...values });
const investor = (name: string, amount: string, holder = '') => ({ id: name, name, amount, holder });

const common = (register: Register) => classIn(register, 'Common') as ScenarioClass;
const held = (register: Register, id: string, className = 'Common') =>
  classIn(register, className)?.holdings.get(id);

describe('the register', () => {
  test('is read from holders, reserves and balances', () => {
    expect(outstandingOf(common(start))).toBe(1000n);
    expect(reservedOf(common(start))).toBe(300n);
    expect(common(start)).toMatchObject({ treasury: 50n, authorized: 2000n, isKnown: true, difference: 0n });
    expect(verdictsOf(start).map(({ text }) => text)).toEqual([
      '650 available to issue',
      '300 available to issue',
    ]);
  });

  test('lists all others as one holder where only the largest are known', () => {
    const large = startRegister(diluted, balances, [
      { held: 5000n, accounts: 40, reserved: 310n },
      { held: 200n, accounts: 2, reserved: 0n },
    ]);
    expect(held(large, 'rest')).toBe(4000n);
    expect(large.holders.get('rest')?.accounts).toBe(37);
    expect(common(large).reserves.get('Other reserves')).toBe(10n);
    const { outcomes } = applySteps(large, [split({})]);
    expect(outcomes[0]?.notes).toHaveLength(1);
  });

  test('a class with a missing figure is not worked out', () => {
    const broken = startRegister(
      { securites: [{ security: 'Common', shareholders: [row(1, 'Ada', null)] }] } as unknown as Diluted,
      balances,
    );
    const { register, outcomes } = applySteps(broken, [split({})]);
    expect(outcomes[0]?.refused).toMatch(/did not send every figure/);
    expect(outstandingOf(common(register))).toBeNull();
    expect(verdictsOf(register)[0]?.kind).toBe('unknown');
  });
});

describe('steps', () => {
  test('a round at a price gives whole shares, rounded down', () => {
    const { register, outcomes } = applySteps(start, [
      round({ price: '3', investors: [investor('Ada', '100.50', '1'), investor('New Fund', '1,000')] }),
    ]);
    expect(held(register, '1')).toBe(633n);
    expect(held(register, 'new/new fund')).toBe(333n);
    expect(outcomes[0]).toMatchObject({
      shares: 366n,
      raised: 1_098_000_000n,
      unused: 2_500_000n,
      // 1,300 fully diluted × $3.
      preMoney: 3_900_000_000n,
      postMoney: 4_998_000_000n,
    });
    expect(outcomeFacts(round({}), outcomes[0]!)).toEqual([
      '366 shares issued at $3.00',
      '$1,098.00 raised',
      '$2.50 makes no whole share',
      '$3,900.00 pre-money',
      '$4,998.00 post-money',
    ]);
  });

  test('a round of a new class by a value is priced by the fully diluted shares of a class', () => {
    const steps = [
      round({
        ...{ className: 'Series B', isNew: true, by: 'preMoney', preMoney: '1000', base: 'Common' },
        investors: [investor('Fund', '500', '4')],
      }),
    ];
    const { register, outcomes } = applySteps(start, steps);
    // 1000 / 1300 = 0.769231
    expect(outcomes[0]).toMatchObject({ price: 769_231n, shares: 649n, preMoney: 1_000_000_000n });
    expect(verdictsOf(register)[0]).toMatchObject({ kind: 'to authorize', text: '649 to be authorized' });
    expect(verdictsOf(applySteps(start, [{ ...steps[0]!, authorized: '600' }]).register)[0]?.text).toBe(
      'Exceeds authorized by 49',
    );
    expect(applySteps(start, [steps[0]!, steps[0]!]).outcomes[1]?.refused).toMatch(/exists already/);
  });

  test('a pool has its percentage after all steps, with the fewest shares', () => {
    for (const after of [
      [],
      [round({ price: '1', investors: [investor('N', '777')] })],
      [split({ give: '1', per: '7' })],
      [round({ by: 'preMoney', preMoney: '900', investors: [investor('N', '333')] }), split({})],
    ]) {
      const grow = pool({ by: 'percent', percent: '30' });
      const { register, outcomes } = applySteps(start, [grow, ...after]);
      const share = (by: Register) =>
        [common(by).reserves.get('Plan')! * 100n, 30n * dilutedOf(common(by))!] as const;
      const [own, all] = share(register);
      expect(own >= all).toBe(true);
      const size = outcomes[0]!.shares!;
      const fewer = applySteps(start, [pool({ shares: `${size - 1n}` }), ...after]);
      const [less, of] = share(fewer.register);
      expect(less < of).toBe(true);
    }
    expect(applySteps(start, [pool({ by: 'percent', percent: '5' })]).outcomes[0]).toMatchObject({
      ...{ shares: 0n, refused: null },
    });
  });

  test('a percentage that later steps make impossible is said', () => {
    const steps = [
      pool({ by: 'percent', percent: '60' }),
      round({ by: 'preMoney', preMoney: '100', investors: [investor('N', '100')] }),
    ];
    expect(applySteps(start, steps).outcomes[0]?.refused).toMatch(/cannot reach 60%/);
    const twice = [
      pool({ by: 'percent', percent: '30' }),
      pool({ by: 'percent', percent: '20', reserve: 'B' }),
    ];
    expect(applySteps(start, twice).outcomes[1]?.refused).toMatch(/Only one pool/);
  });

  test('a conversion takes the new shares from a reserve as far as it goes', () => {
    const { register, outcomes } = applySteps(start, [
      conversion({ give: '2.5', per: '1', reserve: 'Plan', fractions: 'Round Up' }),
    ]);
    expect(outcomes[0]).toMatchObject({ shares: 200n, given: 500n, fromReserve: 300n, rounded: 0 });
    expect(common(register).reserves.get('Plan')).toBe(0n);
    expect(held(register, '2')).toBe(676n);
    expect(outstandingOf(classIn(register, 'Series A')!)).toBe(0n);
    const one = applySteps(start, [conversion({ holder: '4' })]);
    expect(held(one.register, '4')).toBe(50n);
    expect(held(one.register, '2', 'Series A')).toBe(150n);
  });

  test('a buy-back goes to treasury or is retired, and never exceeds a holding', () => {
    const bought = applySteps(start, [buyback({ shares: '100', holder: '1' })]);
    expect(common(bought.register).treasury).toBe(150n);
    expect(bought.outcomes[0]).toMatchObject({ paid: 200_000_000n });
    const retired = applySteps(start, [buyback({ shares: '100', into: 'retired' })]);
    expect(common(retired.register).treasury).toBe(50n);
    expect(['1', '2', '3'].map((id) => held(retired.register, id))).toEqual([540n, 271n, 89n]);
    expect(applySteps(start, [buyback({ shares: '100', holder: '3' })]).outcomes[0]?.refused).toBe(
      'Cy has 99 shares of Common, less than are to be bought back.',
    );
    expect(verdictsOf(retired.register).find(({ className }) => className === 'Common')?.text).toBe(
      '750 available to issue',
    );
  });

  test('a split changes treasury and reserves too, and pays fractions by the rule', () => {
    const { register, outcomes } = applySteps(start, [split({ give: '1', per: '2' })]);
    expect(common(register)).toMatchObject({ treasury: 25n, authorized: 2000n });
    expect(common(register).reserves.get('Plan')).toBe(150n);
    // 301 and 99 leave half a share each, at $10.
    expect(outcomes[0]).toMatchObject({ shares: -501n, rounded: 2, paid: 10_000_000n });
    expect(
      applySteps(start, [split({ give: '1', per: '2', fractions: 'None' })]).outcomes[0]?.refused,
    ).toMatch(/^2 accounts would get a fraction/);
  });

  test('the order counts', () => {
    const [first, second] = [split({}), round({ price: '10', investors: [investor('N', '100')] })];
    expect(held(applySteps(start, [first, second]).register, 'new/n')).toBe(10n);
    expect(held(applySteps(start, [second, first]).register, 'new/n')).toBe(20n);
  });

  test('a step that is not usable changes nothing and says why', () => {
    const bad: [Step, RegExp][] = [
      [round({ price: '', investors: [investor('N', '1')] }), /price/],
      [round({ price: '1', investors: [] }), /investor/],
      [round({ price: '1', investors: [investor('', '5')] }), /name/],
      [round({ price: '1', investors: [investor('X', '5', '77')] }), /not in the register/],
      [pool({ reserve: '', shares: '5' }), /name of the reserve/],
      [pool({ shares: '1.5' }), /shares/],
      [pool({ by: 'percent', percent: '100' }), /percentage/],
      [conversion({ to: 'Series A' }), /another class/],
      [conversion({ give: '0' }), /ratio/],
      [conversion({ reserve: 'Gone' }), /no reserve/],
      [buyback({ shares: '5000' }), /less than/],
      [split({ give: '1' }), /changes the number/],
      [split({ className: 'Gone' }), /no class/],
    ];
    for (const [one, text] of bad) {
      const { register, outcomes } = applySteps(start, [one]);
      expect(outcomes[0]?.refused).toMatch(text);
      expect(classChanges(start, register).some(({ isChanged }) => isChanged)).toBe(false);
    }
  });
});

test('both sides of a class, and of each holder', () => {
  const { register } = applySteps(start, [
    round({ price: '1', investors: [investor('New', '2000')] }),
    pool({ shares: '100', reserve: 'Second plan' }),
  ]);
  const [first] = classChanges(start, register);
  expect(first?.lines.map(({ label, before, after, change }) => [label, before, after, change])).toEqual([
    ['Outstanding', 1000n, 3000n, 2000n],
    ['Treasury', 50n, 50n, 0n],
    ['Reserved', 300n, 400n, 100n],
    ['Fully diluted', 1300n, 3400n, 2100n],
    ['Authorized', 2000n, 2000n, 0n],
    ['Available to issue', 650n, -1450n, -2100n],
  ]);
  expect(verdictsOf(register)[0]?.text).toBe('Exceeds authorized by 1,450');
  const { lead, holders } = holderChanges(start, register, 'Common');
  expect(lead.map(({ name, after }) => [name, after])).toEqual([
    ['Holders of the register', 1000n],
    ['New investors', 2000n],
    ['Outstanding', 3000n],
    ['Plan', 300n],
    ['Second plan', 100n],
    ['Fully diluted', 3400n],
  ]);
  expect(holders[0]).toMatchObject({ name: 'New', before: 0n, after: 2000n, ownedAfter: '66.666666666666' });
  expect(holders[1]).toMatchObject({
    name: 'Ada',
    ownedBefore: '60.000000000000',
    dilutedBefore: '46.153846153846',
  });
});

test('the holders that change most and all others as one row, which add up', () => {
  const many = Array.from({ length: 6 }, (_, place) =>
    row(place + 1, `Holder ${place + 1}`, 600 - place * 100),
  );
  const large = startRegister(
    { securites: [{ security: 'Common', shareholders: many }] } as unknown as Diluted,
    [balance('Common', 9000, 2100, 2100)],
  );
  const { register } = applySteps(large, [buyback({ holder: '6', shares: '40', price: '1' })]);
  const { holders } = holderChanges(large, register, 'Common');
  const rows = mostChanged(holders, 3);
  expect(rows.map(({ name, before, after, change }) => [name, before, after, change])).toEqual([
    ['Holder 1', 600n, 600n, 0n],
    ['Holder 2', 500n, 500n, 0n],
    ['Holder 6', 100n, 60n, -40n],
    ['3 other holders', 900n, 900n, 0n],
  ]);
  expect(mostChanged(holders, 5).at(-1)?.name).toBe('1 other holder');
  expect(mostChanged(holders, 6)).toEqual(holders);
});

test('a scenario as a sentence', () => {
  expect(
    scenarioSentence([
      round({ price: '1.25', investors: [investor('N', '2000000')] }),
      pool({ by: 'percent', percent: '12' }),
      split({ give: '3', per: '2' }),
    ]),
  ).toBe(
    '$2,000,000 invested in Common at $1.25 a share. Reserve Plan raised to 12% of Common, fully diluted. Split of Common, 3 for 2, fractions paid in cash.',
  );
  expect(scenarioSentence([])).toBe('No steps');
});

test('typed figures are exact or refused', () => {
  expect([readMoney('$1,200.5'), readMoney('0'), readMoney('1.2345678')]).toEqual([
    1_200_500_000n,
    null,
    null,
  ]);
  expect(readRatio('1.5', '0.25')).toEqual({ numerator: 1500n, denominator: 250n });
  expect([readPercent('12.5%'), readPercent('100'), readPercent('0')]).toEqual([12_500_000n, null, null]);
  expect(wholePercent).toBe(100_000_000n);
});

// Properties over random registers and steps.

const names = ['1', '2', '3', '4'] as const;
const classNames = ['Common', 'Series A'];
const count = fc.integer({ min: 0, max: 400 });
const naiveRegister = fc.record({
  Common: fc.record({
    held: fc.record({ 1: count, 2: count, 3: count }),
    treasury: count,
    reserves: fc.record({ Plan: count }),
  }),
  'Series A': fc.record({
    held: fc.record({ 2: count, 4: count }),
    treasury: count,
    reserves: fc.record({}),
  }),
});

const whole = (max: number) => fc.integer({ min: 1, max }).map(String);
const className = fc.constantFrom(...classNames);
const rule = fc.constantFrom('Round Down', 'Round Up', 'Round Nearest', 'Cash In Lieu' as const);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(
      className,
      whole(9),
      fc.array(fc.tuple(fc.constantFrom('X', 'Y'), whole(300)), { minLength: 1, maxLength: 3 }),
    )
    .map(([of, price, all]) =>
      round({
        className: of,
        base: '',
        price,
        investors: all.map(([name, amount]) => investor(name, amount)),
      }),
    ),
  fc.tuple(className, whole(300)).map(([of, shares]) => pool({ className: of, shares })),
  fc
    .tuple(className, className, whole(5), whole(5), rule)
    .map(([of, to, give, per, fractions]) =>
      conversion({ ...{ className: of, to, give, per, price: '10' }, fractions: fractions as never }),
    ),
  fc
    .tuple(
      className,
      fc.constantFrom(...names),
      whole(300),
      fc.constantFrom('treasury' as const, 'retired' as const),
    )
    .map(([of, holder, shares, into]) => buyback({ className: of, holder, shares, into })),
  fc
    .tuple(className, whole(6), whole(6), rule)
    .map(([of, give, per, fractions]) => split({ className: of, give, per, fractions: fractions as never })),
);

const registerOf = (naive: Naive): Register => ({
  classes: Object.entries(naive).map(([name, one]) => ({
    className: name,
    dollars: false,
    isNew: false,
    authorized: 1000n,
    unlimited: false,
    treasury: BigInt(one.treasury),
    holdings: new Map(Object.entries(one.held).map(([id, shares]) => [id, BigInt(shares)])),
    reserves: new Map(Object.entries(one.reserves).map(([id, shares]) => [id, BigInt(shares)])),
    isKnown: true,
    difference: 0n,
  })),
  holders: new Map(
    names.map((id) => [id, { id, name: id, account: id, profile: id, isNew: false, accounts: 1 }]),
  ),
});

const plainCounts = (counts: Iterable<[string, bigint | number]>) =>
  Object.fromEntries(
    [...counts].flatMap(([id, value]) => (Number(value) === 0 ? [] : [[id, Number(value)]])),
  );

describe('properties', () => {
  test('a naive count of every share comes to the same register', () => {
    fc.assert(
      fc.property(naiveRegister, fc.array(anyStep, { maxLength: 8 }), (naive, steps) => {
        const { register } = applySteps(registerOf(naive as never), steps);
        applyNaively(naive as never, steps);
        for (const [name, one] of Object.entries(naive as unknown as Naive)) {
          const after = classIn(register, name) as ScenarioClass;
          expect(plainCounts(after.holdings)).toEqual(plainCounts(Object.entries(one.held)));
          expect(plainCounts(after.reserves)).toEqual(plainCounts(Object.entries(one.reserves)));
          expect(after.treasury).toBe(BigInt(one.treasury));
        }
      }),
      { numRuns: 400 },
    );
  });

  test('holders make the class on both sides, and no figure is negative', () => {
    fc.assert(
      fc.property(naiveRegister, fc.array(anyStep, { maxLength: 8 }), (naive, steps) => {
        const before = registerOf(naive as never);
        const { register } = applySteps(before, steps);
        for (const name of classNames) {
          const { lead, holders } = holderChanges(before, register, name);
          const whole = lead.find(({ id }) => id === 'outstanding');
          expect(holders.reduce((sum, one) => sum + one.after!, 0n)).toBe(whole?.after);
          expect(holders.reduce((sum, one) => sum + one.change!, 0n)).toBe(whole?.change);
          const one = classIn(register, name) as ScenarioClass;
          const all = [...one.holdings.values(), ...one.reserves.values(), one.treasury ?? 0n];
          expect(all.every((value) => value >= 0n)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a split loses less than one share of each account, and cash makes up for it', () => {
    fc.assert(
      fc.property(naiveRegister, whole(9), whole(9), (naive, give, per) => {
        const before = registerOf(naive as never);
        const one = split({ give, per, price: '1000000' });
        const { register, outcomes } = applySteps(before, [one]);
        if (outcomes[0]?.refused) return give === per;
        const exact = outstandingOf(common(before))! * BigInt(give);
        const lost = exact - outstandingOf(common(register))! * BigInt(per);
        expect(lost >= 0n && lost < 3n * BigInt(per)).toBe(true);
        // The fractions at a million dollars a share, to a cent each.
        const due = (lost * 1_000_000_000_000n) / BigInt(per);
        const paid = outcomes[0]!.paid!;
        expect(paid - due < 30_000n && due - paid < 30_000n).toBe(true);
        return true;
      }),
    );
  });

  test('a part of a whole is dealt out entirely, and to nobody more than there is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (weights, part) => {
          const all = weights.reduce((sum, one) => sum + one, 0n);
          const total = all === 0n ? 0n : BigInt(part) % (all + 1n);
          const parts = proRata(total, weights);
          expect(parts.reduce((sum, one) => sum + one, 0n)).toBe(total);
          expect(parts.every((one, place) => one >= 0n && one <= weights[place]!)).toBe(true);
        },
      ),
    );
  });
});
