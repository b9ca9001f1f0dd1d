'use client';

import { useState } from 'react';
import { randomAccount } from '#components/submission/form-draft';
import { Button } from '#components/ui/button';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { storeDraft } from '#features/item-entry/index';
import { isApiError } from '#lib/api/error';
import { useApi } from '#lib/api/provider';
import type { Scenario } from '#lib/api/scenarios';
import type { Outcome } from '#lib/register/scenarios/apply';
import type { Register } from '#lib/register/scenarios/start';
import { type Step, stepTitles } from '#lib/register/scenarios/steps';
import { routes } from '#lib/routes';
import { itemForm, itemPlan } from './item-drafts.ts';

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
  const plans = steps.flatMap((step, place) => {
    const outcome = outcomes[place];
    return outcome ? [{ step, outcome, place, plan: itemPlan(step, outcome) }] : [];
  });
  const items = plans.filter(({ plan }) => 'item' in plan);
  const isOff = asof !== null || saved === null || isChanged;
  const draftId = (step: Step) => `scn-${saved?.id.slice(0, 32)}-${saved?.version}-${step.id.slice(0, 12)}`;
  const isMade =
    saved !== null && items.length > 0 && items.every(({ step }) => made[step.id] === draftId(step));

  const make = async () => {
    setPending(true);
    setFailed('');
    try {
      const classes = await call('GetIssuerSecurityTypes', { CustomerIssuerId: issuer });
      for (const { step, outcome } of items) {
        const found = classes.find((one) => one.securityType === step.className);
        const form =
          found?.securityTypeId &&
          itemForm(step, outcome, {
            ...{ issuer, zone, account: randomAccount, scenario: saved?.name ?? '' },
            securityTypeId: Number(found.securityTypeId),
            now: new Date(now),
          });
        if (!form) {
          setFailed(
            `The registry does not list the class ${step.className}, so there is no draft of that step.`,
          );
          continue;
        }
        await storeDraft(draftId(step), form);
        setMade((before) => ({ ...before, [step.id]: draftId(step) }));
      }
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailed(error.message);
    } finally {
      setPending(false);
    }
  };

  return (
    <Section title="Work queue" className="print:hidden">
      <ul className="mb-2">
        {plans.map(({ step, place, plan }) => {
          const id = made[step.id];
          return (
            <li key={step.id} className="flex flex-wrap gap-x-3 py-0.5">
              <span className="text-muted">
                {place + 1}. {stepTitles[step.kind]}
              </span>
              <span className="min-w-0 break-words">{'item' in plan ? plan.item : plan.none}</span>
              {id && id === draftId(step) && <Link href={routes.newItem({ entry: id })}>Open draft</Link>}
            </li>
          );
        })}
      </ul>
      {items.length > 0 && !isMade && (
        <p className="flex flex-wrap items-center gap-3">
          <Button disabled={isOff} pending={isPending} onClick={() => void make()}>
            {items.length === 1 ? 'Make draft item' : `Make ${items.length} draft items`}
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
