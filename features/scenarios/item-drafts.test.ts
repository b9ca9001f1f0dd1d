import { expect, test } from 'vitest';
import { applySteps } from '#lib/register/scenarios/apply';
import { startRegister } from '#lib/register/scenarios/start';
import { newStep, type Step } from '#lib/register/scenarios/steps';
import { itemForms } from './item-drafts.ts';
import { draftsMax, itemPlan } from './item-plan.ts';

const row = (id: number, name: string, shares: number) => ({
  ...{ systemShareholderId: id, customerShareholderId: `H-${id}`, name, isReserved: false, shares },
});
const start = startRegister(
  { securites: [{ security: 'Common', shareholders: [row(1, 'Ada', 600), row(2, 'Bo', 400)] }] } as never,
  [],
);
const about = {
  ...{ issuer: 1001, securityTypeId: 7, zone: 'America/New_York', scenario: 'Series B' },
  now: new Date('2026-11-20T15:00:00Z'),
  account: () => 'S-NEW',
};

function planned(step: Step, register = start) {
  const outcome = applySteps(register, [step]).outcomes[0]!;
  const forms = itemForms(step, outcome, about);
  return { plan: itemPlan(step, outcome), forms, form: forms[0] ?? null };
}
const stepOf = (kind: Step['kind'], values: object): Step =>
  ({ ...newStep(kind, 's', 'Common'), ...values }) as Step;

test('a round is an issuance with a line for each investor who gets shares', () => {
  const { plan, form } = planned(
    stepOf('round', {
      price: '2.50',
      investors: [
        { id: 'a', holder: '1', name: 'Ada', amount: '1000' },
        { id: 'b', holder: '', name: 'New Fund LP', amount: '5,000' },
        { id: 'c', holder: '', name: 'Too Small', amount: '1' },
      ],
    }),
  );
  expect(plan).toEqual({ item: 'Issuance to 2 investors', count: 1 });
  expect(form?.values).toMatchObject({
    ...{ kind: 'Issuance', purpose: 'Private placement', securityTypeId: '7', pricePerShare: '2.5' },
    ...{ comments: 'From the scenario “Series B”.', receivedDate: '2026-11-20' },
  });
  expect(form?.issuer).toBe('1001');
  expect(form?.lines.map(({ values }) => values)).toEqual([
    { mode: 'known', accountId: '1', account: 'Ada', shares: '400' },
    { mode: 'new', shares: '2000' },
  ]);
  expect(form?.lines[1]?.holder.name).toBe('New Fund LP');
});

test('a buy-back from one holder is a retirement, or a repurchase into treasury', () => {
  const values = { holder: '2', shares: '150', price: '3' };
  expect(planned(stepOf('buyback', { ...values, into: 'retired' })).form?.values).toMatchObject({
    ...{ kind: 'Retirement', purpose: 'Buy-back', sharesRetired: '150' },
    ...{ 'sourcePosition.systemShareholderId': '2', 'sourcePosition.shares': '150', pricePerShare: '3' },
  });
  expect(planned(stepOf('buyback', values)).form?.values).toMatchObject({
    ...{ kind: 'Transfer', caseCode: 'Repurchase', 'sourcePosition.shares': '150' },
  });
});

test('a buy-back from all holders is an item of each, with its part', () => {
  const step = stepOf('buyback', { shares: '100', price: '3', into: 'retired' });
  const { plan, forms } = planned(step);
  expect(plan).toEqual({ item: 'Retirement, buy-back, of each of 2 holders', count: 2 });
  expect(
    forms.map(({ values }) => [values['sourcePosition.systemShareholderId'], values.sharesRetired]),
  ).toEqual([
    ['1', '60'],
    ['2', '40'],
  ]);
  expect(forms[0]?.lines[0]?.id).not.toBe(forms[1]?.lines[0]?.id);
});

test('a buy-back from more holders than drafts are made, or from holders that are not listed, says so', () => {
  const holders = Array.from({ length: draftsMax + 1 }, (_, place) => row(place + 1, `Holder ${place}`, 10));
  const many = (shareholders: object[], all?: Parameters<typeof startRegister>[2]) =>
    startRegister({ securites: [{ security: 'Common', shareholders }] } as never, [], all);
  const step = stepOf('buyback', { shares: `${draftsMax + 1}`, price: '3' });
  const text = (register: typeof start) => {
    const { plan } = planned(step, register);
    return 'none' in plan ? plan.none : plan.item;
  };
  expect(text(many(holders))).toMatch(/51 holders give shares, and at most 50 drafts/);
  expect(text(many(holders.slice(1)))).toBe('Transfer, repurchase, of each of 50 holders');
  expect(text(many(holders, [{ held: 5000n, accounts: 400, reserved: 0n }]))).toMatch(/too large to list/);
});

test('other steps say why they are no item, and have no form', () => {
  const investors = [{ id: 'a', holder: '', name: 'N', amount: '10' }];
  for (const [step, text] of [
    [stepOf('split', { price: '1' }), /every holding on one day/],
    [stepOf('pool', { reserve: 'Plan', shares: '5' }), /reserve has none/],
    [stepOf('round', { isNew: true, className: 'B', base: '', price: '1', investors }), /new class/],
    [stepOf('buyback', { holder: '2', shares: '5000', price: '1' }), /not counted/],
  ] as const) {
    const { plan, form } = planned(step);
    expect('none' in plan && plan.none).toMatch(text);
    if (step.kind !== 'buyback' || !step.holder) expect(form).toBeNull();
  }
});
