import { type ItemForm, type LineRow, newForm, newLine } from '#features/item-entry/index';
import type { Outcome } from '#lib/register/scenarios/apply';
import { plainPrice } from '#lib/register/scenarios/figures';
import type { Step } from '#lib/register/scenarios/steps';

/** What a step becomes in the work queue: the title of an item, or why there is none. */
export type ItemPlan = { item: string } | { none: string };

export function itemPlan(step: Step, outcome: Outcome): ItemPlan {
  if (outcome.refused !== null) return { none: 'The step is not counted, so there is nothing to enter.' };
  switch (step.kind) {
    case 'round': {
      if (step.isNew)
        return { none: 'No item: the new class has to be set up first, on the issuer’s resolution.' };
      const count = outcome.lines.filter(({ shares }) => shares > 0n).length;
      if (count === 0) return { none: 'No item: no investor gets a whole share.' };
      return { item: `Issuance to ${count} ${count === 1 ? 'investor' : 'investors'}` };
    }
    case 'buyback':
      if (!step.holder)
        return {
          none: 'No item: a buy-back from all holders is entered holder by holder, once they have tendered.',
        };
      return { item: step.into === 'retired' ? 'Retirement, buy-back' : 'Transfer, repurchase' };
    case 'pool':
      return { none: 'No item: a reserve changes on the issuer’s resolution.' };
    case 'conversion':
      return { none: 'No item: each holder instructs the conversion with its certificates.' };
    case 'split':
      return { none: 'No item: a split is a corporate action on the issuer’s resolution.' };
  }
}

type About = {
  issuer: number;
  /** The registry's number of the class. */
  securityTypeId: number;
  now: Date;
  zone: string;
  account: () => string;
  scenario: string;
};

/** The form of an item with what the step says; the user completes it. */
export function itemForm(step: Step, outcome: Outcome, about: About): ItemForm | null {
  const fresh = newForm({ now: about.now, zone: about.zone, account: about.account() });
  const common = {
    ...fresh.values,
    channel: 'Issuer',
    securityTypeId: `${about.securityTypeId}`,
    comments: `From the scenario “${about.scenario}”.`,
    ...(outcome.price === null ? {} : { pricePerShare: plainPrice(outcome.price) }),
  };
  const form = { ...fresh, issuer: `${about.issuer}` };
  if (step.kind === 'round' && !step.isNew)
    return {
      ...form,
      values: { ...common, kind: 'Issuance', purpose: 'Private placement' },
      lines: outcome.lines
        .filter(({ shares }) => shares > 0n)
        .map((one): LineRow => {
          const line = newLine(about.account());
          const shares = `${one.shares}`;
          return one.isNew
            ? { ...line, values: { mode: 'new', shares }, holder: { ...line.holder, name: one.name } }
            : { ...line, values: { mode: 'known', accountId: one.holder, account: one.name, shares } };
        }),
    };
  const [seller] = outcome.lines;
  if (step.kind !== 'buyback' || !step.holder || !seller) return null;
  const source = {
    'sourcePosition.systemShareholderId': seller.holder,
    'sourcePosition.systemShareholderId.text': seller.name,
    'sourcePosition.shares': `${seller.shares}`,
  };
  return {
    ...form,
    values:
      step.into === 'retired'
        ? { ...common, ...source, kind: 'Retirement', purpose: 'Buy-back', sharesRetired: `${seller.shares}` }
        : { ...common, ...source, kind: 'Transfer', caseCode: 'Repurchase' },
  };
}
