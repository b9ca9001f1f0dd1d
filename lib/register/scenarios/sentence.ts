import { formatShares } from '#lib/format/shares';
import { readShares } from '#lib/format/whole-number';
import { quantity, signedQuantity } from '../quantity.ts';
import type { Outcome } from './apply.ts';
import { moneyText, priceText, readMoney } from './figures.ts';
import type { FractionRule, Step } from './steps.ts';

/** Steps and what became of them, in words. */

const shares = (text: string) => {
  const count = readShares(text);
  return count === null ? '…' : formatShares(count);
};
const money = (text: string) => moneyText(readMoney(text)).replace('–', '…').replace(/\.00$/, '');
const price = (text: string) => priceText(readMoney(text)).replace('–', '…');
const name = (text: string) => text.trim() || '…';
/** A reserve whose name begins with the word, without it. */
const reserveName = (text: string) => name(text.replace(/^reserved? *[-–:] */i, ''));

const fractionTexts: Record<FractionRule, string> = {
  'Round Down': 'fractions rounded down',
  'Round Up': 'fractions rounded up',
  'Round Nearest': 'fractions rounded to the nearest share',
  'Cash In Lieu': 'fractions paid in cash',
  None: 'no fractions allowed',
};

/** A step in one clause, without a period: 'Split of Common Stock, 3 for 2, fractions paid in cash'. */
export function stepSentence(step: Step, nameOf: (holder: string) => string = () => 'one holder'): string {
  switch (step.kind) {
    case 'round': {
      const amounts = step.investors.map(({ amount }) => readMoney(amount));
      const all = amounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), 0n);
      const terms =
        step.by === 'price' ? `${price(step.price)} a share` : `a pre-money value of ${money(step.preMoney)}`;
      return `${all > 0n ? moneyText(all).replace(/\.00$/, '') : '…'} invested in ${step.isNew ? 'new class ' : ''}${name(step.className)} at ${terms}`;
    }
    case 'pool':
      return step.by === 'shares'
        ? `${shares(step.shares)} shares of ${name(step.className)} added to the reserve ${reserveName(step.reserve)}`
        : `Reserve ${reserveName(step.reserve)} raised to ${name(step.percent)}% of ${name(step.className)}, fully diluted`;
    case 'conversion':
      return `${step.holder ? `${name(step.className)} of ${nameOf(step.holder)}` : `All ${name(step.className)}`} converted to ${name(step.to)}, ${name(step.give)} for ${name(step.per)}, ${fractionTexts[step.fractions]}`;
    case 'buyback':
      return `${shares(step.shares)} shares of ${name(step.className)} bought back from ${step.holder ? nameOf(step.holder) : 'all holders pro rata'} at ${price(step.price)}, ${step.into === 'treasury' ? 'held in treasury' : 'retired'}`;
    case 'split':
      return `Split of ${name(step.className)}, ${name(step.give)} for ${name(step.per)}, ${fractionTexts[step.fractions]}`;
  }
}

/** A whole scenario for a list: its steps, joined. */
export function scenarioSentence(steps: readonly Step[]): string {
  const [first, ...others] = steps.map((step) => stepSentence(step));
  if (first === undefined) return 'No steps';
  return `${[first, ...others].join('. ')}.`;
}

const rounded = ({ rounded: count }: Outcome) =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? 'account' : 'accounts'} rounded`];

/** What a step did, as short facts. */
export function outcomeFacts(step: Step, outcome: Outcome, dollars = false): string[] {
  const count = (value: bigint | null) => `${quantity(value, dollars)}${dollars ? '' : ' shares'}`;
  switch (step.kind) {
    case 'round':
      return [
        `${count(outcome.shares)} issued at ${priceText(outcome.price)}`,
        `${moneyText(outcome.raised)} raised`,
        ...(outcome.unused ? [`${moneyText(outcome.unused)} makes no whole share`] : []),
        ...(outcome.preMoney === null
          ? []
          : [`${moneyText(outcome.preMoney)} pre-money`, `${moneyText(outcome.postMoney)} post-money`]),
      ];
    case 'pool':
      return [
        outcome.shares === 0n ? 'Already large enough: nothing added' : `${count(outcome.shares)} added`,
      ];
    case 'conversion':
      return [
        `${count(outcome.shares)} converted into ${formatShares(outcome.given ?? 0n)}`,
        ...(outcome.fromReserve === null ? [] : [`${formatShares(outcome.fromReserve)} from the reserve`]),
        ...rounded(outcome),
        ...(outcome.paid ? [`${moneyText(outcome.paid)} paid for fractions`] : []),
      ];
    case 'buyback':
      return [`${count(outcome.shares)} for ${moneyText(outcome.paid)}`];
    case 'split':
      return [
        `Outstanding ${signedQuantity(outcome.shares, dollars)}`,
        ...rounded(outcome),
        ...(outcome.paid ? [`${moneyText(outcome.paid)} paid for fractions`] : []),
      ];
  }
}
