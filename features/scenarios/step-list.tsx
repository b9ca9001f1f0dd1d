'use client';

import { useState } from 'react';
import { randomKey } from '#components/submission/form-draft';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, IconButton } from '#components/ui/button';
import { applySteps, type Outcome } from '#lib/register/scenarios/apply';
import { outcomeFacts, stepSentence } from '#lib/register/scenarios/sentence';
import { classIn, firstClass, type Register } from '#lib/register/scenarios/start';
import {
  newStep,
  type Step,
  type StepKind,
  stepKinds,
  stepsMax,
  stepTitles,
} from '#lib/register/scenarios/steps';
import type { HolderItems } from './holder-field.tsx';

// Drawn when a step is opened.
const StepFields = lazyComponent(
  () => import('./step-fields.tsx').then((part) => part.StepFields),
  null,
  'when drawn',
);

type Props = {
  start: Register | null;
  steps: readonly Step[];
  /** By step, as they were worked out last; null while the register loads. */
  outcomes: ReadonlyMap<string, Outcome> | null;
  holders: HolderItems;
  change: (steps: readonly Step[]) => void;
};

/** The assumptions: steps in their order, each with what it did. On paper only the sentences. */
export function StepList({ start, steps, outcomes, holders, change }: Props) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  const nameOf = (id: string) => holders.find((one) => one.id === id)?.label ?? 'one holder';
  const add = (kind: StepKind) => {
    const id = randomKey().slice(0, 12);
    setOpened((now) => [...now, id]);
    change([...steps, newStep(kind, id, start ? firstClass(start) : '')]);
  };
  const put = (index: number, part: Partial<Step>) =>
    change(steps.map((step, at) => (at === index ? ({ ...step, ...part } as Step) : step)));
  const move = (index: number, to: number) => {
    const next = [...steps];
    const [step] = next.splice(index, 1);
    if (step) next.splice(to, 0, step);
    change(next);
  };
  return (
    <>
      {steps.length === 0 && (
        <p className="py-2 text-muted">No steps yet: the figures are those of the register.</p>
      )}
      <ol>
        {steps.map((step, index) => {
          const outcome = outcomes?.get(step.id);
          const title = `Step ${index + 1}, ${stepTitles[step.kind].toLowerCase()}`;
          const one = start && classIn(start, step.className);
          return (
            <li key={step.id} className="border-b border-line py-2">
              <details
                open={opened.includes(step.id)}
                onToggle={({ currentTarget: { open } }) =>
                  setOpened((now) => [...now.filter((id) => id !== step.id), ...(open ? [step.id] : [])])
                }
              >
                <summary className="cursor-pointer break-words">
                  {index + 1}. {stepSentence(step, nameOf)}
                </summary>
                <div className="mt-2 mb-1 flex flex-col gap-3 print:hidden">
                  {opened.includes(step.id) && (
                    <StepFields
                      step={step}
                      change={(part) => put(index, part)}
                      choices={choicesBefore(start, steps, index, holders)}
                    />
                  )}
                  <div className="flex gap-1">
                    <IconButton
                      label={`Move up: ${title}`}
                      icon="up"
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <IconButton
                      label={`Move down: ${title}`}
                      icon="down"
                      disabled={index === steps.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                    <Button
                      size="sm"
                      variant="quiet"
                      aria-label={`Remove ${title.toLowerCase()}`}
                      className="ml-auto"
                      onClick={() => change(steps.filter(({ id }) => id !== step.id))}
                    >
                      Remove step
                    </Button>
                  </div>
                </div>
              </details>
              {outcome && <StepOutcome step={step} outcome={outcome} dollars={one?.dollars ?? false} />}
            </li>
          );
        })}
      </ol>
      {steps.length < stepsMax && (
        <fieldset className="mt-3 flex flex-wrap gap-2 print:hidden">
          <legend className="mb-1 text-sm text-muted">Add a step</legend>
          {stepKinds.map((kind) => (
            <Button key={kind} size="sm" onClick={() => add(kind)}>
              {stepTitles[kind]}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}

function StepOutcome({ step, outcome, dollars }: { step: Step; outcome: Outcome; dollars: boolean }) {
  return (
    <p className={outcome.refused ? 'mt-1 text-sm text-danger' : 'mt-1 text-sm text-muted'}>
      {outcome.refused
        ? `Not counted: ${outcome.refused}`
        : [
            ...outcomeFacts(step, outcome, dollars),
            ...outcome.notes.map((note) => note.replace(/\.$/, '')),
          ].join(' · ')}
    </p>
  );
}

/** Classes and reserves as they are before a step, so that what an earlier step made can be chosen. */
function choicesBefore(start: Register | null, steps: readonly Step[], index: number, holders: HolderItems) {
  const made = steps
    .slice(0, index)
    .some((step) => step.kind === 'pool' || (step.kind === 'round' && step.isNew));
  const before = start && (made ? applySteps(start, steps.slice(0, index)).register : start);
  return {
    classes: before?.classes.map(({ className }) => className) ?? [],
    reservesOf: (className: string) => [...((before && classIn(before, className)?.reserves.keys()) ?? [])],
    holders,
  };
}
