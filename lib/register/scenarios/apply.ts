import { readShares } from '#lib/format/whole-number';
import {
  applyRatio,
  cashFor,
  pricePerShare,
  proRata,
  type Ratio,
  readMoney,
  readPercent,
  readRatio,
  wholePercent,
} from './figures.ts';
import {
  classIn,
  dilutedOf,
  outstandingOf,
  type Register,
  restId,
  type ScenarioClass,
  type ScenarioHolder,
} from './start.ts';
import type {
  BuybackStep,
  ConversionStep,
  FractionRule,
  PoolStep,
  RoundStep,
  SplitStep,
  Step,
} from './steps.ts';

/** Applies the steps of a scenario in their order. Pure and exact; money is in millionths of a dollar. */

export type IssuedLine = { holder: string; name: string; isNew: boolean; shares: bigint };

/** What became of a step. Figures that a step does not have are null. */
export type Outcome = {
  /** Why the step changes nothing. */
  refused: string | null;
  /** Issued by a round, added to a pool, converted, bought back; for a split the change of outstanding. */
  shares: bigint | null;
  /** Shares of the other class that a conversion gives. */
  given: bigint | null;
  /** Of those, taken from the reserve. */
  fromReserve: bigint | null;
  price: bigint | null;
  preMoney: bigint | null;
  postMoney: bigint | null;
  raised: bigint | null;
  /** Part of the investments that does not make a whole share. */
  unused: bigint | null;
  /** Paid by the issuer: for shares bought back, or in lieu of fractions. */
  paid: bigint | null;
  /** Accounts whose shares were rounded. */
  rounded: number;
  /** Who got or gave shares, in a round or a buy-back. */
  lines: readonly IssuedLine[];
  notes: readonly string[];
};

export type Applied = { register: Register; outcomes: readonly Outcome[] };

const nothing: Outcome = {
  refused: null,
  shares: null,
  given: null,
  fromReserve: null,
  price: null,
  preMoney: null,
  postMoney: null,
  raised: null,
  unused: null,
  paid: null,
  rounded: 0,
  lines: [],
  notes: [],
};

type Done = { register: Register; outcome: Outcome };

/** A step that cannot be worked out: the register stays as it was. */
class Refusal extends Error {}

const refuse = (text: string): never => {
  throw new Refusal(text);
};

const needed = <T>(value: T | null | undefined, text: string): T => value ?? refuse(text);

function put(register: Register, changed: ScenarioClass): Register {
  const isThere = register.classes.some(({ className }) => className === changed.className);
  const classes = isThere
    ? register.classes.map((one) => (one.className === changed.className ? changed : one))
    : [...register.classes, changed];
  return { ...register, classes };
}

function usable(register: Register, className: string): ScenarioClass {
  if (!className) return refuse('Select a class.');
  const one = needed(classIn(register, className), `There is no class “${className}” at this step.`);
  if (!one.isKnown) return refuse(`The registry did not send every figure of ${className}.`);
  return one;
}

/** Below this a price computed from a value, rounded to a millionth, would be off by more than half a percent. */
const priceMin = 100n;

/** New holders get an ID from their name, so that one who invests twice is one holder. */
const newHolderId = (name: string) => `new/${name.trim().toLowerCase()}`;

function applyRound(register: Register, step: RoundStep): Done {
  const className = step.className.trim();
  if (!className) return refuse('Enter the name of the class.');
  if (step.isNew && classIn(register, className)) return refuse(`The class “${className}” exists already.`);
  const issued = step.isNew
    ? {
        ...{ className, dollars: false, isNew: true, unlimited: false, treasury: 0n, isKnown: true },
        authorized: step.authorized.trim()
          ? needed(readShares(step.authorized), 'Enter the authorized shares.')
          : null,
        ...{ holdings: new Map<string, bigint>(), reserves: new Map<string, bigint>(), difference: 0n },
      }
    : usable(register, className);
  const base = step.base && (step.base !== className || !step.isNew) ? usable(register, step.base) : null;
  const counted = base && dilutedOf(base);
  let price: bigint;
  if (step.by === 'price') price = needed(readMoney(step.price), 'Enter the price per share.');
  else {
    const value = needed(readMoney(step.preMoney), 'Enter the pre-money value.');
    if (!counted)
      return refuse(
        'Select the class whose fully diluted shares the value is divided by; it must have some.',
      );
    price = pricePerShare(value, counted);
    if (price < priceMin) return refuse('The value is less than a hundredth of a cent per share.');
  }
  const holders = new Map(register.holders);
  const holdings = new Map(issued.holdings);
  const lines: IssuedLine[] = [];
  let [shares, invested] = [0n, 0n];
  for (const { holder, name, amount } of step.investors) {
    if (!holder && !name.trim()) return refuse('Enter the name of each investor.');
    const money = needed(
      readMoney(amount),
      `Enter the amount that ${name.trim() || 'each investor'} invests.`,
    );
    const id = holder || newHolderId(name);
    const known = holders.get(id);
    if (holder && !known) return refuse(`${name || 'A holder'} is not in the register on this day.`);
    const isNew = known ? known.isNew : true;
    if (!known) holders.set(id, newHolder(id, name.trim()));
    const count = money / price;
    holdings.set(id, (holdings.get(id) ?? 0n) + count);
    lines.push({ holder: id, name: known?.name ?? name.trim(), isNew, shares: count });
    shares += count;
    invested += money;
  }
  if (lines.length === 0) return refuse('Enter an investor.');
  const raised = shares * price;
  const preMoney =
    step.by === 'preMoney' ? readMoney(step.preMoney) : counted === null ? null : counted * price;
  return {
    register: { ...put(register, { ...issued, holdings }), holders },
    outcome: {
      ...nothing,
      ...{ shares, price, preMoney, raised, lines },
      unused: invested - raised,
      postMoney: preMoney === null ? null : preMoney + raised,
    },
  };
}

const newHolder = (id: string, name: string): ScenarioHolder => ({
  ...{ id, name, account: '', profile: '', isNew: true, accounts: 1 },
});

function applyPool(register: Register, step: PoolStep, size: bigint | null): Done {
  const one = usable(register, step.className);
  const name = step.reserve.trim();
  if (!name) return refuse('Enter the name of the reserve.');
  const shares =
    step.by === 'shares'
      ? needed(readShares(step.shares), 'Enter the shares to add to the reserve.')
      : (size ?? 0n);
  const reserves = new Map(one.reserves);
  reserves.set(name, (reserves.get(name) ?? 0n) + shares);
  return { register: put(register, { ...one, reserves }), outcome: { ...nothing, shares } };
}

const fractionPrice = (rule: FractionRule, price: string) =>
  rule === 'Cash In Lieu'
    ? needed(readMoney(price), 'Enter the price of a share, for fractions paid in cash.')
    : null;

const noFractions = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'account would get' : 'accounts would get'} a fraction of a share. Choose what becomes of fractions.`;

/** Several accounts as one line: what each would be rounded to is not known. */
const roundedTogether = 'Accounts that are not listed are rounded together, not one by one.';

type Shared = { parts: Map<string, bigint>; paid: bigint; rounded: number };

function share(
  holdings: ReadonlyMap<string, bigint>,
  ratio: Ratio,
  rule: FractionRule,
  price: bigint | null,
): Shared {
  const parts = new Map<string, bigint>();
  let [paid, rounded, fractions] = [0n, 0, 0];
  for (const [holder, held] of holdings) {
    const part = applyRatio(held, ratio, rule);
    if (!part) {
      fractions += 1;
      continue;
    }
    parts.set(holder, part.whole);
    if (part.isRounded) rounded += 1;
    if (part.fraction > 0n && price !== null) paid += cashFor(part.fraction, ratio, price);
  }
  return fractions > 0 ? refuse(noFractions(fractions)) : { parts, paid, rounded };
}

function applyConversion(register: Register, step: ConversionStep): Done {
  const from = usable(register, step.className);
  const to = usable(register, step.to);
  if (from.className === to.className) return refuse('Select another class to convert into.');
  const ratio = needed(readRatio(step.give, step.per), 'Enter the ratio.');
  const price = fractionPrice(step.fractions, step.price);
  const held = step.holder
    ? new Map([[step.holder, needed(from.holdings.get(step.holder), `The holder has no ${from.className}.`)]])
    : from.holdings;
  const { parts, paid, rounded } = share(held, ratio, step.fractions, price);
  const left = new Map(from.holdings);
  const holdings = new Map(to.holdings);
  let [shares, given] = [0n, 0n];
  for (const [holder, part] of parts) {
    shares += left.get(holder) ?? 0n;
    left.delete(holder);
    given += part;
    if (part > 0n) holdings.set(holder, (holdings.get(holder) ?? 0n) + part);
  }
  if (shares === 0n) return refuse(`There is no ${from.className} to convert.`);
  const reserves = new Map(to.reserves);
  let fromReserve: bigint | null = null;
  if (step.reserve) {
    const size = needed(reserves.get(step.reserve), `There is no reserve “${step.reserve}” at this step.`);
    fromReserve = size < given ? size : given;
    reserves.set(step.reserve, size - fromReserve);
  }
  return {
    register: put(put(register, { ...from, holdings: left }), { ...to, holdings, reserves }),
    outcome: {
      ...nothing,
      ...{ shares, given, fromReserve, rounded },
      paid: price === null ? null : paid,
      notes: held.has(restId) ? [roundedTogether] : [],
    },
  };
}

function applyBuyback(register: Register, step: BuybackStep): Done {
  const one = usable(register, step.className);
  const shares = needed(readShares(step.shares), 'Enter the shares to buy back.');
  const price = needed(readMoney(step.price), 'Enter the price per share.');
  const holdings = new Map(one.holdings);
  const nameOf = (id: string) => register.holders.get(id)?.name ?? id;
  const taken: [string, bigint][] = [];
  if (step.holder) {
    const held = holdings.get(step.holder) ?? 0n;
    if (held < shares)
      return refuse(
        `${nameOf(step.holder)} has ${held.toLocaleString('en-US')} shares of ${one.className}, less than are to be bought back.`,
      );
    taken.push([step.holder, shares]);
  } else {
    const all = outstandingOf(one) ?? 0n;
    if (all < shares)
      return refuse(
        `${all.toLocaleString('en-US')} shares of ${one.className} are outstanding, less than are to be bought back.`,
      );
    // Largest first, so that of equal fractions the larger holding gives the share.
    const order = [...holdings].sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
    const parts = proRata(
      shares,
      order.map(([, held]) => held),
    );
    order.forEach(([holder], index) => {
      const part = parts[index] ?? 0n;
      if (part > 0n) taken.push([holder, part]);
    });
  }
  for (const [holder, part] of taken) holdings.set(holder, (holdings.get(holder) ?? 0n) - part);
  const treasury = step.into === 'retired' || one.treasury === null ? one.treasury : one.treasury + shares;
  return {
    register: put(register, { ...one, holdings, treasury }),
    outcome: {
      ...nothing,
      ...{ shares, price, paid: shares * price },
      lines: taken.map(([holder, part]) => ({ holder, name: nameOf(holder), isNew: false, shares: part })),
    },
  };
}

/** As the register does: each account by the rule, treasury too, and reserves rounded down. */
function applySplit(register: Register, step: SplitStep): Done {
  const one = usable(register, step.className);
  const ratio = needed(readRatio(step.give, step.per), 'Enter the ratio.');
  if (ratio.numerator === ratio.denominator) return refuse('A split changes the number of shares.');
  const price = fractionPrice(step.fractions, step.price);
  const { parts, paid, rounded } = share(one.holdings, ratio, step.fractions, price);
  const own = one.treasury === null ? null : applyRatio(one.treasury, ratio, step.fractions);
  if (one.treasury !== null && own === null) return refuse(noFractions(1));
  const reserves = new Map(
    [...one.reserves].map(([name, size]) => [name, (size * ratio.numerator) / ratio.denominator]),
  );
  const changed = { ...one, holdings: parts, reserves, treasury: own?.whole ?? null };
  return {
    register: put(register, changed),
    outcome: {
      ...nothing,
      shares: (outstandingOf(changed) ?? 0n) - (outstandingOf(one) ?? 0n),
      rounded,
      paid: price === null ? null : paid,
      notes: one.holdings.has(restId) ? [roundedTogether] : [],
    },
  };
}

function applyStep(register: Register, step: Step, size: bigint | null): Done {
  switch (step.kind) {
    case 'round':
      return applyRound(register, step);
    case 'pool':
      return applyPool(register, step, size);
    case 'conversion':
      return applyConversion(register, step);
    case 'buyback':
      return applyBuyback(register, step);
    case 'split':
      return applySplit(register, step);
  }
}

/** One pass in order; `sizes` are those of the pools set by a percentage. A refused step is passed over. */
function run(start: Register, steps: readonly Step[], sizes: ReadonlyMap<number, bigint>): Applied {
  let register = start;
  const outcomes = steps.map((step, index): Outcome => {
    try {
      const done = applyStep(register, step, sizes.get(index) ?? null);
      register = done.register;
      return done.outcome;
    } catch (error) {
      if (error instanceof Refusal) return { ...nothing, refused: error.message };
      throw error;
    }
  });
  return { register, outcomes };
}

const isByPercent = (step: Step): step is PoolStep => step.kind === 'pool' && step.by === 'percent';
/** Largest pool tried: more than any register holds. */
const poolMax = 10n ** 18n;
const passesMax = 8;

/** Whether the pool has its percentage of the fully diluted shares after all steps. */
function isReached({ register }: Applied, { className, reserve }: PoolStep, percent: bigint): boolean {
  const one = classIn(register, className);
  const all = one && dilutedOf(one);
  const own = one?.reserves.get(reserve.trim());
  return Boolean(all) && own !== undefined && own * wholePercent >= percent * (all ?? 0n);
}

/**
 * The least number of shares with which a pool has its percentage after all steps; null when none does. Tried by
 * running all steps, since splits, conversions and prices after it change what it becomes.
 */
function leastPool(
  start: Register,
  steps: readonly Step[],
  sizes: ReadonlyMap<number, bigint>,
  index: number,
): bigint | null {
  const step = steps[index] as PoolStep;
  const percent = readPercent(step.percent);
  if (percent === null) return null;
  const at = (size: bigint) => run(start, steps, new Map(sizes).set(index, size));
  const without = at(0n);
  // A pool so large that it makes another step impossible is none.
  const isSame = ({ outcomes }: Applied) =>
    outcomes.every(
      ({ refused }, other) => (refused === null) === (without.outcomes[other]?.refused === null),
    );
  const reached = (size: bigint) => {
    const applied = at(size);
    return isSame(applied) && isReached(applied, step, percent);
  };
  if (isReached(without, step, percent)) return 0n;
  const one = classIn(without.register, step.className);
  const [all, own] = [one && dilutedOf(one), one?.reserves.get(step.reserve.trim())];
  if (all === null || all === undefined || own === undefined) return null;
  // Exact where nothing after the pool changes it: (own + x) / (all + x) = percent.
  const [above, below] = [percent * all - wholePercent * own, wholePercent - percent];
  const guess = (above + below - 1n) / below;
  let low = 0n;
  let high = guess > 0n ? guess : 1n;
  if (reached(high)) {
    if (high === 1n || !reached(high - 1n)) return high;
  } else
    while (!reached(high)) {
      low = high;
      high *= 2n;
      if (high > poolMax) return null;
    }
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (reached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The register after the steps, and what became of each. Pools set by a percentage are sized so that they have it after
 * all steps; those of different classes, which can depend on each other through prices, in several passes.
 */
export function applySteps(start: Register, steps: readonly Step[]): Applied {
  const indexes = steps.flatMap((step, index) => (isByPercent(step) ? [index] : []));
  const sizes = new Map<number, bigint>();
  const refused = new Map<number, string>();
  const seen = new Set<string>();
  for (const index of indexes) {
    const step = steps[index] as PoolStep;
    if (readPercent(step.percent) === null) refused.set(index, 'Enter a percentage above 0 and below 100.');
    else if (seen.has(step.className))
      refused.set(
        index,
        'Only one pool of a class can be set by a percentage. Enter the shares of this one.',
      );
    else seen.add(step.className);
  }
  const open = indexes.filter((index) => !refused.has(index));
  for (let pass = 0; pass < passesMax; pass += 1) {
    let isChanged = false;
    for (const index of open) {
      const size = leastPool(start, steps, sizes, index);
      if (size === null) continue;
      if (sizes.get(index) !== size) isChanged = true;
      sizes.set(index, size);
    }
    if (!isChanged || open.length < 2) break;
  }
  const done = run(start, steps, sizes);
  const outcomes = done.outcomes.map((outcome, index) => {
    if (outcome.refused !== null || !isByPercent(steps[index] as Step)) return outcome;
    const step = steps[index] as PoolStep;
    const percent = readPercent(step.percent);
    const reason =
      refused.get(index) ??
      (percent !== null && isReached(done, step, percent)
        ? null
        : `The reserve cannot reach ${step.percent.trim()}% with the steps after it.`);
    return reason === null ? outcome : { ...outcome, refused: reason, shares: null };
  });
  return { register: done.register, outcomes };
}

/** Sum of the money that the steps bring in and cost; null where there is none. */
export function moneyOf(outcomes: readonly Outcome[]): { raised: bigint | null; paid: bigint | null } {
  const all = (name: 'raised' | 'paid') => {
    const known = outcomes.flatMap((one) => one[name] ?? []);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0n);
  };
  return { raised: all('raised'), paid: all('paid') };
}
