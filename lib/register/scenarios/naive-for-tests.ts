import type { Step } from './steps.ts';

/**
 * A second way to apply steps, for tests: small whole numbers, counted one by one, without fractions or bigints. One
 * class per name; holders, treasury and reserves are plain counts.
 */
export type Naive = Record<
  string,
  { held: Record<string, number>; treasury: number; reserves: Record<string, number> }
>;

/** How many groups of `per` fit into `held × give`, counted by taking them away; and what is left over. */
function groups(held: number, give: number, per: number): [whole: number, rest: number] {
  let left = held * give;
  let whole = 0;
  while (left >= per) {
    left -= per;
    whole += 1;
  }
  return [whole, left];
}

function rounded(held: number, give: number, per: number, rule: string): number {
  const [whole, rest] = groups(held, give, per);
  if (rest === 0 || rule === 'Round Down' || rule === 'Cash In Lieu') return whole;
  if (rule === 'Round Up') return whole + 1;
  return rest + rest >= per ? whole + 1 : whole;
}

/** Changes the register in place. Prices and amounts are whole dollars; buy-backs are from one holder. */
export function applyNaively(register: Naive, steps: readonly Step[]): void {
  for (const step of steps) {
    const own = register[step.className];
    if (!own) continue;
    if (step.kind === 'round')
      for (const { name, amount } of step.investors) {
        let [left, count] = [Number(amount), 0];
        while (left >= Number(step.price)) {
          left -= Number(step.price);
          count += 1;
        }
        const id = `new/${name.toLowerCase()}`;
        own.held[id] = (own.held[id] ?? 0) + count;
      }
    if (step.kind === 'pool')
      own.reserves[step.reserve] = (own.reserves[step.reserve] ?? 0) + Number(step.shares);
    if (step.kind === 'buyback' && (own.held[step.holder] ?? 0) >= Number(step.shares)) {
      own.held[step.holder] = (own.held[step.holder] ?? 0) - Number(step.shares);
      if (step.into === 'treasury') own.treasury += Number(step.shares);
    }
    const [give, per] =
      step.kind === 'split' || step.kind === 'conversion' ? [+step.give, +step.per] : [1, 1];
    if (step.kind === 'split' && give !== per) {
      for (const [id, held] of Object.entries(own.held))
        own.held[id] = rounded(held, give, per, step.fractions);
      own.treasury = rounded(own.treasury, give, per, step.fractions);
      for (const [name, size] of Object.entries(own.reserves))
        own.reserves[name] = rounded(size, give, per, 'Round Down');
    }
    const into = step.kind === 'conversion' ? register[step.to] : undefined;
    if (step.kind === 'conversion' && into && into !== own)
      for (const [id, held] of Object.entries(own.held)) {
        into.held[id] = (into.held[id] ?? 0) + rounded(held, give, per, step.fractions);
        own.held[id] = 0;
      }
  }
}
