// Lists what each step of a scenario becomes in the work queue.

'use client';

import { useState } from 'react';
import { randomAccount } from '#components/submission/form-draft';
import { chunkLoadError } from '#components/ui/browser/chunk-load-error';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { Scenario } from '#lib/api/scenarios';
import type { Outcome } from '#lib/register/scenarios/apply';
import type { Register } from '#lib/register/scenarios/start';
import { type Step, stepTitles } from '#lib/register/scenarios/steps';
import { routes } from '#lib/routes';
import { itemPlan } from './item-plan.ts';

type Props = {
  issuer: number;
  asof: string | null;
  saved: Scenario | null;
  isChanged: boolean;
  zone: string;
  now: string;
  steps: readonly Step[];
  outcomes: readonly Outcome[];
  register: Register;
};

/** What each step becomes in the work queue; drafts are made of the saved scenario, on today's register. */
export function DraftItems({ issuer, asof, saved, isChanged, zone, now, steps, outcomes }: Props) {
  const { call } = useApi();
  const [made, setMade] = useState<Readonly<Record<string, string>>>({});
  const [isPending, setPending] = useState(false);
  const [failed, setFailed] = useState('');
  const plans = steps.flatMap((step, index) => {
    const outcome = outcomes[index];
    return outcome ? [{ step, outcome, index, plan: itemPlan(step, outcome) }] : [];
  });
  const items = plans.flatMap((one) => ('item' in one.plan ? [{ ...one, count: one.plan.count }] : []));
  const count = items.reduce((total, one) => total + one.count, 0);
  const isOff = asof !== null || saved === null || isChanged;
  const draftId = (step: Step) => `scn-${saved?.id.slice(0, 32)}-${saved?.version}-${step.id.slice(0, 12)}`;
  const draftIds = (step: Step, of: number) =>
    Array.from({ length: of }, (_, index) => (of === 1 ? draftId(step) : `${draftId(step)}-${index + 1}`));
  const isMade =
    saved !== null && items.length > 0 && items.every(({ step }) => made[step.id] === draftId(step));

  const make = async () => {
    setPending(true);
    setFailed('');
    try {
      // The code of the form is large, and few scenarios become drafts.
      const { itemForms, storeDraft } = await import('./item-drafts.ts');
      const classes = await call('GetIssuerSecurityTypes', { CustomerIssuerId: issuer });
      for (const { step, outcome, count: of } of items) {
        const found = classes.find((one) => one.securityType === step.className);
        if (!found?.securityTypeId) {
          setFailed(
            `The registry does not list the class ${step.className}, so there is no draft of that step.`,
          );
          continue;
        }
        const forms = itemForms(step, outcome, {
          ...{ issuer, zone, account: randomAccount, scenario: saved?.name ?? '' },
          securityTypeId: Number(found.securityTypeId),
          now: new Date(now),
        });
        for (const [index, id] of draftIds(step, of).entries()) {
          const form = forms[index];
          if (form) await storeDraft(id, form);
        }
        setMade((before) => ({ ...before, [step.id]: draftId(step) }));
      }
    } catch (error) {
      if (await chunkLoadError(error)) return;
      if (!isApiError(error)) throw error;
      setFailed(error.message);
    } finally {
      setPending(false);
    }
  };

  return (
    <Section title="Work queue" className="print:hidden">
      <ul className="mb-2">
        {plans.map(({ step, outcome, index, plan }) => {
          return (
            <li key={step.id} className="flex flex-wrap gap-x-3 py-0.5">
              <span className="text-muted">
                {index + 1}. {stepTitles[step.kind]}
              </span>
              <span className="min-w-0 break-words">{'item' in plan ? plan.item : plan.none}</span>
              {made[step.id] === draftId(step) &&
                'item' in plan &&
                draftIds(step, plan.count).map((id, at) => (
                  <Link key={id} href={routes.newItem({ entry: id })}>
                    {plan.count === 1 ? 'Open draft' : `Open draft of ${outcome.lines[at]?.name}`}
                  </Link>
                ))}
            </li>
          );
        })}
      </ul>
      {items.length > 0 && !isMade && (
        <p className="flex flex-wrap items-center gap-3">
          <Button disabled={isOff} pending={isPending} onClick={() => void make()}>
            {count === 1 ? 'Make draft item' : `Make ${count} draft items`}
          </Button>
          {isOff && (
            <span className="text-sm text-muted">
              {asof !== null ? 'Return to today to make drafts.' : 'Save the scenario to make drafts.'}
            </span>
          )}
        </p>
      )}
      {isMade && (
        <p role="status" className="text-sm text-muted">
          Drafts made. They are under “Your drafts” in the work queue until you complete and enter them.
        </p>
      )}
      {failed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failed}
        </p>
      )}
    </Section>
  );
}
