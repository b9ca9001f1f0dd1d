// Makes drafts of items for the work queue from the steps of a scenario.

import { type ItemForm, type LineRow, newForm, newLine } from '#features/item-entry/index';
import type { Outcome } from '#lib/register/scenarios/apply';
import { plainPrice } from '#lib/register/scenarios/figures';
import type { Step } from '#lib/register/scenarios/steps';

export { storeDraft } from '#features/item-entry/index';

type About = {
  issuer: number;
  /** The registry's number of the class. */
  securityTypeId: number;
  now: Date;
  zone: string;
  account: () => string;
  scenario: string;
};

/** The forms of the items with what the step says; the user completes them. Those of a buy-back are one for each holder. */
export function itemForms(step: Step, outcome: Outcome, about: About): ItemForm[] {
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
    return [
      {
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
      },
    ];
  if (step.kind !== 'buyback') return [];
  return outcome.lines.map((seller) => {
    const source = {
      'sourcePosition.systemShareholderId': seller.holder,
      'sourcePosition.systemShareholderId.text': seller.name,
      'sourcePosition.shares': `${seller.shares}`,
    };
    return {
      ...form,
      lines: [newLine(about.account())],
      values:
        step.into === 'retired'
          ? {
              ...{ ...common, ...source, kind: 'Retirement', purpose: 'Buy-back' },
              sharesRetired: `${seller.shares}`,
            }
          : { ...common, ...source, kind: 'Transfer', caseCode: 'Repurchase' },
    };
  });
}
