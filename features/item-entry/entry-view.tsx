'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FieldErrorsProvider } from '#components/form/form';
import { randomAccount } from '#components/submission/form-draft';
import { isBrokenOff } from '#components/submission/send';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { Button, LinkButton } from '#components/ui/button';
import { Kbd } from '#components/ui/kbd';
import { ErrorPanel } from '#components/ui/states';
import { query } from '#lib/api/query';
import { routes } from '#lib/routes';
import { CheckPanel } from './check-panel.tsx';
import { ObstaclesProvider } from './entry-context.tsx';
import { EntryFields } from './fields/entry-fields.tsx';
import {
  contentOf,
  type FieldErrors,
  formErrors,
  formOf,
  type ItemForm,
  keptTaxIds,
  newForm,
} from './item-form.ts';
import { rememberLastItem } from './next-like-last.ts';
import { SaveNote } from './save-note.tsx';
import { type Sent, useSending } from './sending.ts';
import type { EntryProps } from './types.ts';
import { useItemCheck } from './use-item-check.ts';
import { useItemDraft } from './use-item-draft.ts';

const DraftConflictNote = lazyComponent(
  () => import('./conflict-notes.tsx').then((part) => part.DraftConflictNote),
  null,
  'when drawn',
);
const StaleItemNote = lazyComponent(
  () => import('./conflict-notes.tsx').then((part) => part.StaleItemNote),
  null,
  'when drawn',
);

export type EntryFormProps = EntryProps & {
  /** The item as the page read it; null for a new one. */
  current: {
    version: number;
    content: Record<string, unknown>;
    accountNames: Readonly<Record<string, string>>;
  } | null;
};

/** An item typed in one pass: fields, what stands against it and its effect beside them, then sent once. */
export function EntryForm(props: EntryFormProps) {
  const { user, entry, zone, saved, outcome, item, current } = props;
  const router = useRouter();
  const client = useQueryClient();
  const id = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const notice = useRef<HTMLDivElement>(null);
  const draft = useItemDraft({ user, id: entry, saved, initial: () => startOf(props) });
  const { form, change } = draft;
  const content = useMemo(() => contentOf(form, zone), [form, zone]);
  const kept = useMemo(() => (item ? keptTaxIds(form) : []), [form, item]);
  const issuer = form.issuer ? Number(form.issuer) : null;
  const { check, error, isBehind, refetch } = useItemCheck(issuer, item?.id ?? null, content, kept);
  const sending = useSending();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [rejected, setRejected] = useState<Exclude<Sent, { kind: 'sent' }> | null>(null);
  const isStale = rejected?.kind === 'failed' && rejected.error.code === 'upstream_conflict';

  // Once a press has shown errors, they follow the typing.
  const hasErrors = Object.keys(errors).length > 0;
  const shownErrors = useMemo(() => (hasErrors ? formErrors(form) : {}), [form, hasErrors]);
  const serverErrors = useMemo(() => {
    const given = {
      ...(error?.code === 'invalid' ? error.fields : {}),
      ...(rejected?.kind === 'failed' ? rejected.error.fields : {}),
    };
    return Object.fromEntries(
      Object.entries(given).map(([name, texts]) => [name.replace(/^content\./, ''), texts.join(' ')]),
    );
  }, [error, rejected]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    const first = form.issuer ? (form.values.kind ? 'certificates' : 'kind') : 'customerIssuerId';
    document.getElementById(`${id}-${first}`)?.focus();
  }, []);

  /** The field of a path, or the nearest part that has one. */
  const go = (path: string) => {
    for (let at = path; at; at = at.slice(0, Math.max(at.lastIndexOf('.'), at.lastIndexOf('['), 0))) {
      const found =
        document.getElementById(`${id}-${at}`) ??
        formElement.current?.querySelector<HTMLElement>(`[id^="${CSS.escape(`${id}-${at}`)}"]`);
      if (found) return found.focus();
    }
  };

  const press = async (isSubmitted: boolean) => {
    const found = formErrors(form);
    setErrors(found);
    setRejected(null);
    const [first] = Object.keys(found);
    if (first) return go(first);
    if (issuer === null || content === null) return;
    const edit = form.edit ?? null;
    const sent = await sending.press({ entry, issuer, content, kept, edit, isSubmitted });
    if (sent === null) return;
    if (sent.kind === 'sent') {
      rememberLastItem(form);
      draft.close();
      router.replace(outcome);
    } else {
      setRejected(sent);
      requestAnimationFrame(() => notice.current?.focus());
    }
  };
  const latestPress = useRef(press);
  useEffect(() => {
    latestPress.current = press;
  });
  // Wherever the focus is: the form is the page.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      // A field that counts on leaving it, such as a date, has to be left first.
      const field = document.activeElement as HTMLElement | null;
      field?.blur();
      field?.focus();
      setTimeout(() => latestPress.current(true), 0);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <FieldErrorsProvider id={id} errors={{ ...serverErrors, ...shownErrors }}>
      <ObstaclesProvider value={check?.obstacles ?? []}>
        <SaveNote state={draft.state} isOpenElsewhere={draft.isOpenElsewhere} isRestored={draft.isRestored} />
        {draft.conflict && (
          <DraftConflictNote conflict={draft.conflict} onLoad={draft.load} onKeep={draft.keep} />
        )}
        <div ref={notice} tabIndex={-1} className="outline-none">
          {rejected && !isStale && <Rejected rejected={rejected} onLog={() => void press(false)} />}
          {isStale && item && form.edit && (
            <StaleItemNote
              issuer={item.issuer}
              item={item.id}
              version={form.edit.version}
              onKeep={(version) => {
                setRejected(null);
                change((now) => ({ ...now, edit: { item: item.id, version } }));
              }}
              onLoad={(version, given) => {
                setRejected(null);
                change(() => ({ ...formOfItem(props, given), edit: { item: item.id, version } }));
              }}
            />
          )}
        </div>
        <form
          ref={formElement}
          noValidate
          aria-busy={sending.isPending || undefined}
          onSubmit={(event) => event.preventDefault()}
          // A check that comes late never moves the buttons: the row below them takes the rest of its height.
          className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] xl:grid-cols-[minmax(0,1fr)_26rem]"
        >
          <EntryFields props={props} form={form} change={change} check={check} />
          <CheckPanel {...{ check, error, isBehind }} onGo={go} onRetry={() => void refetch()} />
          <div className="flex flex-wrap items-center gap-3 self-start border-t border-line pt-4">
            <Button
              variant="primary"
              pending={sending.isPending}
              aria-keyshortcuts="Control+Enter"
              onClick={() => void press(true)}
            >
              {sending.isPending ? 'Sending…' : item ? 'Save and submit' : 'Enter and submit'}
              <Kbd>Ctrl Enter</Kbd>
            </Button>
            <Button pending={sending.isPending} onClick={() => void press(false)}>
              {item ? 'Save changes' : 'Enter item'}
            </Button>
            <LinkButton variant="quiet" href={routes.opsQueue()}>
              Back to the work queue
            </LinkButton>
            {hasErrors && Object.keys(shownErrors).length > 0 && (
              <p role="alert" className="text-sm text-danger">
                Check the highlighted fields: {Object.keys(shownErrors).length}.
              </p>
            )}
          </div>
        </form>
      </ObstaclesProvider>
    </FieldErrorsProvider>
  );

  function startOf(given: EntryFormProps): ItemForm {
    if (!current || !item) {
      const fresh = newForm({ now: new Date(given.now), zone, account: randomAccount() });
      const [only] = given.issuers;
      return given.issuers.length === 1 && only ? { ...fresh, issuer: `${only.customerIssuerId}` } : fresh;
    }
    return { ...formOfItem(given, current.content), edit: { item: item.id, version: current.version } };
  }

  function formOfItem(given: EntryFormProps, itemContent: Record<string, unknown>): ItemForm {
    const accounts = client.getQueryData(
      query('GetShareholderDetailsList', { customerIssuerId: given.item?.issuer ?? 0 }).queryKey,
    );
    return formOf(itemContent, {
      issuer: given.item?.issuer ?? 0,
      zone,
      account: randomAccount(),
      accountText: (number) =>
        given.current?.accountNames[number] ||
        accounts?.shareholders.find((one) => `${one.systemShareholderId}` === number)?.name ||
        `Account ${number}`,
    });
  }
}

type RejectedProps = { rejected: Exclude<Sent, { kind: 'sent' }>; onLog: () => void };

/** Why nothing was recorded, and what to do. */
function Rejected({ rejected, onLog }: RejectedProps) {
  if (rejected.kind === 'stands-against') {
    const refusing = rejected.check.obstacles.filter((one) => one.effect === 'Refuses' && !one.isCleared);
    return (
      <div
        role="alert"
        className="mb-4 rounded-md border border-l-4 border-warning/40 bg-warning-soft px-4 py-3"
      >
        <p className="font-medium">It cannot be submitted yet. Nothing was recorded.</p>
        <ul className="mt-1 list-disc pl-5">
          {refusing.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
            <li key={index}>{one.message}</li>
          ))}
        </ul>
        <Button size="sm" className="mt-2" onClick={onLog}>
          Log it without submitting
        </Button>
      </div>
    );
  }
  const { error } = rejected;
  const shown = isBrokenOff(error)
    ? {
        code: error.code,
        message:
          'The connection was lost before the registry responded. Press the button again: the same item is never recorded twice.',
      }
    : error;
  return (
    <div className="mb-4">
      <ErrorPanel error={shown} title={isBrokenOff(error) ? 'Status unknown' : 'The item was not recorded'} />
    </div>
  );
}
