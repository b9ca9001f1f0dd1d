/**
 * The steps of a scenario as they are typed, saved and compared: every figure is text. Empty text means not given.
 * `lib/scenarios/schema.ts` bounds what is saved; `check-steps.ts` says what a step still lacks.
 */

/** What becomes of a fraction of a share; the terms are those of a split in the register. */
export const fractionRules = ['Round Down', 'Round Up', 'Round Nearest', 'Cash In Lieu', 'None'] as const;
export type FractionRule = (typeof fractionRules)[number];

export type Investor = {
  id: string;
  /** Holder of the register, by its number in the registry; '' for one who is new. */
  holder: string;
  name: string;
  /** Dollars invested. */
  amount: string;
};

export type RoundStep = {
  kind: 'round';
  id: string;
  className: string;
  /** The class does not exist yet. */
  isNew: boolean;
  /** Shares that the charter will authorize of a new class. */
  authorized: string;
  by: 'price' | 'preMoney';
  price: string;
  preMoney: string;
  /** The class whose fully diluted shares the value is divided by. */
  base: string;
  investors: readonly Investor[];
};

export type PoolStep = {
  kind: 'pool';
  id: string;
  className: string;
  /** Name of the reserve; one that does not exist is new. */
  reserve: string;
  by: 'shares' | 'percent';
  shares: string;
  /** Of the fully diluted shares of the class after all steps. */
  percent: string;
};

export type ConversionStep = {
  kind: 'conversion';
  id: string;
  className: string;
  to: string;
  /** `give` shares of the other class for every `per` of this one. */
  give: string;
  per: string;
  /** One holder only; '' for all. */
  holder: string;
  /** Reserve of the other class that the new shares are taken from; '' for none. */
  reserve: string;
  fractions: FractionRule;
  /** Price of one share, for cash in lieu. */
  price: string;
};

export type BuybackStep = {
  kind: 'buyback';
  id: string;
  className: string;
  /** '' for all holders, pro rata. */
  holder: string;
  shares: string;
  price: string;
  into: 'treasury' | 'retired';
};

export type SplitStep = {
  kind: 'split';
  id: string;
  className: string;
  /** `give` new shares for every `per` old ones. */
  give: string;
  per: string;
  fractions: FractionRule;
  price: string;
};

export type Step = RoundStep | PoolStep | ConversionStep | BuybackStep | SplitStep;
export type StepKind = Step['kind'];

export const stepTitles: Readonly<Record<StepKind, string>> = {
  round: 'New round',
  pool: 'Pool',
  conversion: 'Conversion',
  buyback: 'Buy-back',
  split: 'Split',
};

export const stepKinds = Object.keys(stepTitles) as StepKind[];

/** Most steps of a scenario, and most investors of a round. */
export const stepsMax = 20;
export const investorsMax = 50;

/** An empty step; `className` is the class that it begins with. */
export function newStep(kind: StepKind, id: string, className: string): Step {
  switch (kind) {
    case 'round':
      return {
        ...{ kind, id, className, isNew: false, authorized: '', by: 'price', price: '', preMoney: '' },
        base: className,
        investors: [{ id: `${id}-1`, holder: '', name: '', amount: '' }],
      };
    case 'pool':
      return { kind, id, className, reserve: '', by: 'shares', shares: '', percent: '' };
    case 'conversion':
      return {
        ...{ kind, id, className, to: '', give: '1', per: '1', holder: '', reserve: '' },
        ...{ fractions: 'Round Down', price: '' },
      };
    case 'buyback':
      return { kind, id, className, holder: '', shares: '', price: '', into: 'treasury' };
    case 'split':
      return { kind, id, className, give: '2', per: '1', fractions: 'Cash In Lieu', price: '' };
  }
}

/** A step that was added before the register had loaded. A new class has no name until one is entered. */
const isWithoutClass = (step: Step) => step.className === '' && !(step.kind === 'round' && step.isNew);

export const lacksClass = (steps: readonly Step[]) => steps.some(isWithoutClass);

/** The steps with `className` where a step has no class; the same list when each has one. */
export function withClass(steps: readonly Step[], className: string): readonly Step[] {
  if (className === '' || !lacksClass(steps)) return steps;
  return steps.map((step) => {
    if (!isWithoutClass(step)) return step;
    return step.kind === 'round'
      ? { ...step, className, base: step.base || className }
      : { ...step, className };
  });
}
