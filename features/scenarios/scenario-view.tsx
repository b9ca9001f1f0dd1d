'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type ReactNode, useDeferredValue, useId, useMemo, useState } from 'react';
import { LoadingPlaceholder } from '#components/data/loading-placeholder';
import { QueryResult } from '#components/data/query-result';
import { PrintedAs } from '#components/register/printed-as';
import { randomKey } from '#components/submission/form-draft';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { TextInput } from '#components/ui/input/text-input';
import { Link } from '#components/ui/link';
import { useToast } from '#components/ui/overlay/toast';
import { ErrorPanel } from '#components/ui/states';
import { PageHeader, Section } from '#components/ui/text';
import { type ApiError, isApiError } from '#lib/api/error';
import { balanceQuery, dilutedQuery } from '#lib/api/register-queries';
import { deleteScenario, type Scenario, saveScenario } from '#lib/api/scenarios';
import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import { applySteps } from '#lib/register/scenarios/apply';
import { firstClass, namedHolders, type Register, startRegister } from '#lib/register/scenarios/start';
import { lacksClass, withClass } from '#lib/register/scenarios/steps';
import { routes } from '#lib/routes';
import { StepList } from './step-list.tsx';
import { useTypedScenario } from './use-typed-scenario.ts';
import { MoneyFigures, Verdicts } from './verdicts.tsx';

// Their code loads beside that of the page, which is shown without waiting for it.
const ClassResults = lazyComponent(
  () => import('./class-results.tsx').then((part) => part.ClassResults),
  <LoadingPlaceholder text="Loading figures…" lines={8} />,
);
const HolderResults = lazyComponent(
  () => import('./holder-results.tsx').then((part) => part.HolderResults),
  <LoadingPlaceholder text="Loading holders…" lines={12} />,
  'when drawn',
);
const ScenarioConflictNote = lazyComponent(
  () => import('./conflict-note.tsx').then((part) => part.ScenarioConflictNote),
  null,
  'when drawn',
);
const DraftItems = lazyComponent(
  () => import('./draft-items.tsx').then((part) => part.DraftItems),
  null,
  'when drawn',
);

export type ScenarioProps = {
  user: string;
  issuer: number;
  /** Of the issuer. */
  name: string;
  asof: string | null;
  today: string;
  /** Null for a new scenario. */
  saved: Scenario | null;
  /** The other scenarios of the issuer. */
  others: readonly { id: string; name: string }[];
  compared: Scenario | null;
  /** The registry's, for times. */
  zone: string;
  now: string;
  maySave: boolean;
  /** May make draft items of the work queue, and the registry takes items. */
  mayDraft: boolean;
};

/** The scenario on a register that a browser can load whole. */
export function ListedScenario(props: ScenarioProps) {
  const { issuer, asof, today } = props;
  const day = asof ?? today;
  const [diluted, balances] = [useQuery(dilutedQuery(issuer, day)), useQuery(balanceQuery(issuer, day))];
  const start = useMemo(
    () => (diluted.data && balances.data ? startRegister(diluted.data, balances.data) : null),
    [diluted.data, balances.data],
  );
  const waiting = `Loading the register as of ${formatDate(day)}…`;
  const failing = diluted.data ? balances : diluted;
  return (
    <ScenarioView {...props} start={start}>
      <QueryResult
        result={failing as typeof balances}
        queryKey={
          failing === balances ? balanceQuery(issuer, day).queryKey : dilutedQuery(issuer, day).queryKey
        }
        waiting={waiting}
        lines={12}
      >
        {() => null}
      </QueryResult>
    </ScenarioView>
  );
}

type ViewProps = ScenarioProps & {
  /** Null while it loads; the children then say so. */
  start: Register | null;
  children?: ReactNode;
};

/** Verdict first, the steps beside the figures of the register before and after them. */
export function ScenarioView(props: ViewProps) {
  const { user, issuer, name, asof, today, saved, others, compared, maySave, start, children } = props;
  const router = useRouter();
  const notify = useToast();
  const nameId = useId();
  const { typed, isChanged, change, load, rebase, discard } = useTypedScenario(user, issuer, saved);
  // A step can be added while the register is still loading; it is shown and saved with its class.
  const entered = useMemo(
    () => (start && isChanged ? withClass(typed.steps, firstClass(start)) : typed.steps),
    [start, isChanged, typed.steps],
  );
  const [error, setError] = useState<ApiError | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isNameMissing, setNameMissing] = useState(false);
  // Typing stays quick where a register has thousands of holders.
  const steps = useDeferredValue(entered);
  const applied = useMemo(() => start && applySteps(start, steps), [start, steps]);
  const outcomes = useMemo(
    () => applied && new Map(applied.outcomes.map((outcome, index) => [steps[index]?.id ?? '', outcome])),
    [applied, steps],
  );
  const other = useMemo(() => start && compared && applySteps(start, compared.steps), [start, compared]);
  const holders = useMemo(
    () =>
      (start ? namedHolders(start) : []).map(({ id, name: label, account }) => ({
        id,
        label,
        note: account,
      })),
    [start],
  );
  const title = typed.name.trim() || 'New scenario';

  const send = async (id: string, about: { name: string; version: number; done: string }) => {
    setError(null);
    setSaving(true);
    try {
      const made = await saveScenario(id, {
        ...{ issuer, name: about.name, asOf: asof, steps: entered, version: about.version },
      });
      if (id === typed.id) load(made);
      notify({ text: about.done, tone: 'positive' });
      const compare = id === typed.id ? compared?.id : null;
      router.replace(routes.scenario(issuer, made.id, { asof, compare }), { scroll: false });
      router.refresh();
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
    } finally {
      setSaving(false);
    }
  };
  const save = async () => {
    const isMissing = typed.name.trim() === '';
    setNameMissing(isMissing);
    if (isMissing) return document.getElementById(nameId)?.focus();
    await send(typed.id, { name: typed.name.trim(), version: typed.version, done: 'Scenario saved.' });
  };
  const duplicate = () =>
    send(randomKey(), { name: `${title.slice(0, 110)} (copy)`, version: 0, done: 'Copy saved.' });
  const compare = (id: string) =>
    router.replace(routes.scenario(issuer, saved?.id ?? 'new', { asof, compare: id }), { scroll: false });
  const sidesShown = (before: Register, after: Register) => ({
    ...{ asof, today, after },
    before: other?.register ?? before,
    sides: other && compared ? ([shortName(compared.name), shortName(title)] as const) : beforeAfter,
  });

  return (
    <>
      <PrintedAs issuer={`${name} (${issuer})`} asOf={`As of ${formatDate(asof ?? today)}`} today={today} />
      <PageHeader
        kicker={
          <>
            {name} · <Link href={routes.scenarios(issuer, { asof })}>Scenarios</Link>
          </>
        }
        title={title}
        actions={
          <>
            {saved && maySave && <Button onClick={() => void duplicate()}>Duplicate</Button>}
            {saved && maySave && (
              <DeleteScenario {...{ issuer, id: saved.id, version: typed.version, isSaving, asof }} />
            )}
            {maySave && (
              <Button
                variant="primary"
                pending={isSaving}
                disabled={start === null && lacksClass(typed.steps)}
                onClick={() => void save()}
              >
                {isSaving ? 'Saving…' : 'Save scenario'}
              </Button>
            )}
          </>
        }
      />
      {error?.code === 'changed_meanwhile' ? (
        <ScenarioConflictNote
          issuer={issuer}
          id={typed.id}
          error={error}
          onLoad={(now) => {
            setError(null);
            load(now);
          }}
          onKeep={(now) => {
            setError(null);
            rebase(now?.version ?? 0);
          }}
        />
      ) : (
        error && (
          <div className="mb-4">
            <ErrorPanel error={error} title="The scenario was not saved" onRetry={() => void save()} />
          </div>
        )
      )}
      {applied && other && compared ? (
        <div className="grid gap-x-10 lg:grid-cols-2">
          <Verdicts register={applied.register} title={title} />
          <Verdicts register={other.register} title={compared.name} />
        </div>
      ) : (
        applied && <Verdicts register={applied.register} />
      )}
      {applied && (
        <MoneyFigures
          outcomes={applied.outcomes}
          other={other && compared ? { name: shortName(compared.name), outcomes: other.outcomes } : undefined}
        />
      )}
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(19rem,24rem)_minmax(0,1fr)] print:block">
        <div className="min-w-0">
          <Section
            title="Assumptions"
            aside={<State {...{ saved, isChanged, asof, maySave, discard, issuer }} />}
          >
            <div className="print:hidden">
              <Field
                id={nameId}
                label="Name"
                required={maySave}
                error={isNameMissing && typed.name.trim() === '' ? 'Enter a name.' : null}
              >
                <TextInput
                  maxLength={120}
                  value={typed.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
              </Field>
            </div>
            <div className="mt-3">
              <StepList
                start={start}
                steps={entered}
                outcomes={outcomes}
                holders={holders}
                change={(next) => change({ steps: next })}
              />
            </div>
          </Section>
          {others.length > 0 && (
            <Field label="Compare with" className="mt-6 print:hidden">
              <Select
                value={compared?.id ?? ''}
                onChange={(event) => compare(event.target.value)}
                options={[
                  { value: '', label: 'The register before the steps' },
                  ...others.map((one) => ({ value: one.id, label: one.name })),
                ]}
              />
            </Field>
          )}
          <p className="mt-4 text-sm text-muted">
            A scenario changes nothing in the register. Percentages are of the class: the registry reports no
            ratio between classes.
          </p>
        </div>
        <div className="min-w-0 print:mt-6">
          {start && applied ? (
            <>
              <Differences register={start} />
              <ClassResults {...sidesShown(start, applied.register)} />
              {props.mayDraft && entered.length > 0 && (
                <DraftItems
                  {...{ issuer, asof, saved, isChanged }}
                  zone={props.zone}
                  now={props.now}
                  steps={steps}
                  outcomes={applied.outcomes}
                  register={start}
                />
              )}
            </>
          ) : (
            children
          )}
        </div>
      </div>
      {/* Without a step both sides are the same. */}
      {start && applied && (steps.length > 0 || other) && (
        <div className="mt-8">
          <HolderResults {...{ issuer, name, title }} {...sidesShown(start, applied.register)} />
        </div>
      )}
    </>
  );
}

type StateProps = {
  saved: Scenario | null;
  isChanged: boolean;
  asof: string | null;
  maySave: boolean;
  discard: () => void;
  issuer: number;
};

const beforeAfter = ['Before', 'After'] as const;

/** A name at the head of a column. */
const shortName = (name: string) => (name.length > 22 ? `${name.slice(0, 21)}…` : name);

/** Whether what is shown is saved, by whom, and on which register. */
function State({ saved, isChanged, asof, maySave, discard, issuer }: StateProps) {
  const clock = useClock();
  if (isChanged)
    return (
      <span className="flex flex-wrap items-baseline gap-x-2">
        {maySave ? 'Not saved' : 'Not saved: issuer officers and agent staff save scenarios'}
        <Button size="sm" variant="quiet" className="print:hidden" onClick={discard}>
          Discard changes
        </Button>
      </span>
    );
  if (!saved) return null;
  return (
    <>
      {saved.changedBy}, {clock.instant(saved.changedAt)}
      {saved.asOf !== asof && (
        <span className="block">
          Saved {saved.asOf ? `on the register of ${formatDate(saved.asOf)}` : 'on today’s register'}.{' '}
          <Link href={routes.scenario(issuer, saved.id, { asof: saved.asOf })}>Show that</Link>
        </span>
      )}
    </>
  );
}

/** Classes whose holdings are not what the balance says. */
function Differences({ register }: { register: Register }) {
  const found = register.classes.filter(({ difference }) => difference !== null && difference !== 0n);
  if (found.length === 0) return null;
  return (
    <p role="status" className="mb-4 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
      The holdings and the balance of the register differ:{' '}
      {found
        .map(
          ({ className, difference }) =>
            `${className} by ${formatShares((difference ?? 0n) < 0n ? -(difference ?? 0n) : (difference ?? 0n))}`,
        )
        .join(', ')}
      . The figures below count the holdings.
    </p>
  );
}

type DeleteProps = {
  issuer: number;
  id: string;
  /** Of what the user has seen or saved last. */
  version: number;
  isSaving: boolean;
  asof: string | null;
};

/** Deletes in two presses, but not while the scenario is saved: the version changes then. */
function DeleteScenario({ issuer, id, version, isSaving, asof }: DeleteProps) {
  const router = useRouter();
  const notify = useToast();
  const [isAsked, setAsked] = useState(false);
  const [isPending, setPending] = useState(false);
  const remove = async () => {
    setPending(true);
    try {
      await deleteScenario(id, { issuer, version });
      notify({ text: 'Scenario deleted.', tone: 'positive' });
      router.push(routes.scenarios(issuer, { asof }));
      router.refresh();
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      notify({
        text:
          thrown.code === 'changed_meanwhile'
            ? 'Not deleted: another user has saved it since. Reload the page.'
            : thrown.message,
        tone: 'danger',
      });
      setPending(false);
      setAsked(false);
    }
  };
  if (!isAsked)
    return (
      <Button variant="quiet" disabled={isSaving} onClick={() => setAsked(true)}>
        Delete
      </Button>
    );
  return (
    <>
      <Button
        variant="danger"
        autoFocus
        pending={isPending}
        disabled={isSaving}
        onClick={() => void remove()}
      >
        Confirm deletion
      </Button>
      <Button variant="quiet" onClick={() => setAsked(false)}>
        Cancel
      </Button>
    </>
  );
}
