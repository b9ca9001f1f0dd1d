'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { useLimitedQueries } from '#components/data/queries/use-limited-queries';
import { Form } from '#components/form/form';
import { WriteNote } from '#components/submission/use-agent-write';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/input/inputs';
import { Dialog } from '#components/ui/overlay/dialog';
import { useToast } from '#components/ui/overlay/toast';
import { nextBusinessDay } from '#lib/format/business-days';
import { type ItemRow, itemKey, itemNumber } from '../item-row.ts';
import type { Words } from '../item-texts.ts';
import { checkQuery } from '../panel/check-query.ts';
import { listOf, StepFields, type StepInput } from './step-fields.tsx';
import { judge, StepItems, warningsOf } from './step-items.tsx';
import { type StepName, type StepTarget, steps } from './steps.ts';
import { useStep } from './use-step.ts';

type Props = {
  target: StepTarget;
  me: string;
  users: readonly string[];
  words: Words;
  today: string;
  /** With the keys of the items that were done. */
  onClose: (done: ReadonlySet<string>) => void;
};

const atOnce = 4;
/** Within a sentence: 'item 12' or the number of its transaction. */
const itemInText = (item: ItemRow) => itemNumber(item).replace(/^Item/, 'item');
const countText = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;
const nothing: ReadonlySet<string> = new Set();
/** Sent at once: nothing has to be filled in or read. */
const direct: readonly StepName[] = ['submit', 'take', 'release'];
const examining: readonly StepName[] = ['approve', 'post', 'reject'];

/** The further fields of the request. */
function requestOf(name: StepName, input: StepInput, me: string, read: ReadonlySet<string>): object {
  const { reason, day, user, code } = input;
  if (name === 'take') return { assignedTo: me };
  if (name === 'release') return { assignedTo: null };
  if (name === 'assign') return { assignedTo: user.trim() || null };
  if (name === 'hold') return { reason, nextActionOn: day };
  if (name === 'return' || name === 'cancel') return { reason };
  if (name === 'approve' || name === 'post') return { acknowledged: [...read] };
  if (name !== 'reject') return {};
  return {
    kind: input.list || listOf(code),
    reasonCode: code,
    text: reason || null,
    noticeTo: input.noticeTo || null,
    noticeDate: input.noticeDate || null,
    returnedHow: input.returnedHow || null,
  };
}

/** A step of one or several items: what it does, what it needs, and what became of each item. */
export function StepDialog({ target, me, users, words, today, onClose }: Props) {
  const { name, items, leftOut } = target;
  const { label, done } = steps[name];
  const { press: send, result: results, isPending, failure, stepUp, ...write } = useStep(name);
  const { isUnknown, isRefused, isBrokenOff } = write;
  const notify = useToast();
  const box = useRef<HTMLDivElement>(null);
  const isDirect = direct.includes(name);
  const lists = name === 'approve' || name === 'post';
  const checks = useMemo(() => (examining.includes(name) ? items.map(checkQuery) : []), [name, items]);
  const checked = useLimitedQueries(checks, atOnce);
  const [read, setRead] = useState(nothing);
  const judged = items.map((item, index) =>
    lists ? judge(item, checked.data[index], { name, me, read }) : { item, check: undefined, because: null },
  );
  const warnings = lists ? warningsOf(judged, name) : [];
  const sendable = judged.filter((one) => one.because === null).map((one) => one.item);
  const obstacles = checked.data.flatMap((one) => one?.obstacles ?? []);
  const suggested = [...new Set(obstacles.flatMap((one) => (one.isCleared ? [] : one.rejectionReasons)))];
  const [only] = items.length === 1 ? items : [];
  const [typed, setTyped] = useState<StepInput>({
    reason: '',
    day: nextBusinessDay(today),
    user: '',
    list: '',
    code: '',
    noticeTo: only?.presentorName ?? '',
    noticeDate: today,
    returnedHow: '',
  });
  const input = { ...typed, code: typed.code || suggested[0] || '' };
  // What was sent is sent again after a lost answer, whatever the checks say by then.
  const sent = useRef<readonly ItemRow[] | null>(null);
  const press = () => {
    const chosen = (isBrokenOff && sent.current) || (lists ? sendable : items);
    if (chosen.length === 0) {
      box.current?.querySelector<HTMLElement>('input[type=checkbox]:not(:checked)')?.focus();
      return;
    }
    sent.current = chosen;
    send({ items: chosen, more: requestOf(name, input, me, read) });
  };
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, when the dialog appears
  useEffect(() => {
    if (!isDirect || started.current) return;
    started.current = true;
    press();
  }, [isDirect]);

  // The reason of a rejection comes from the check: Enter does not send another one before it is there.
  const isChecked = !examining.includes(name) || checked.complete || (!lists && checked.error !== null);
  useEffect(() => {
    if (!lists || !isChecked) return;
    // Enter then does the step, or Space says that a warning was read.
    const first = box.current?.querySelector<HTMLElement>('input[type=checkbox], button[type=submit]');
    first?.focus({ preventScroll: true });
  }, [lists, isChecked]);

  const keyOf = (itemId: number) => {
    const item = items.find((one) => one.itemId === itemId);
    return item ? itemKey(item) : '';
  };
  const doneKeys = new Set((results ?? []).filter((one) => one.isDone).map((one) => keyOf(one.itemId)));
  const close = () => onClose(doneKeys);
  const refused = results?.filter((one) => !one.isDone) ?? [];
  const isAllDone = results !== null && refused.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once, when the results arrive
  useEffect(() => {
    if (!isAllDone) return;
    const what = only ? itemNumber(only) : countText(doneKeys.size);
    notify({ text: `${what} ${done}.`, tone: 'positive' });
    close();
  }, [isAllDone]);

  const titleOf = (itemId: number) => {
    const item = items.find((one) => one.itemId === itemId);
    return item ? `${itemNumber(item)} · ${item.issuerName}` : `Item ${itemId}`;
  };

  const isQuiet = isDirect && !failure && !isUnknown && refused.length === 0 && !isRefused;
  const canSend = !lists || !isChecked || sendable.length > 0 || warnings.length > 0;
  const submit = `${label} ${countText(lists && isChecked ? sendable.length : items.length)}`;
  return (
    <Dialog
      open={!isQuiet}
      onClose={close}
      title={`${label} ${only ? itemInText(only) : countText(items.length)}`}
      position="top"
    >
      <div ref={box}>
        {leftOut > 0 && !results && (
          <p className="mb-3 text-muted">
            {leftOut === 1 ? '1 selected item is' : `${leftOut} selected items are`} in another stage and left
            out.
          </p>
        )}
        <WriteNote {...{ isUnknown, isRefused }} onClose={close} />
        {refused.length > 0 && (
          <div role="alert">
            <p className="font-medium">
              {countText(doneKeys.size)} {done}. {countText(refused.length)} not:
            </p>
            <ul className="mt-1">
              {refused.map((one) => (
                <li key={one.itemId} className="border-b border-line py-1">
                  <span className="font-medium">{titleOf(one.itemId)}</span> {one.message || 'Not changed.'}
                </li>
              ))}
            </ul>
            <FocusedClose onClose={close} />
          </div>
        )}
        {!results && !isUnknown && !isRefused && lists && (
          <div className="mb-4">
            <StepItems judged={judged} error={checked.error?.message ?? null} />
            {checked.error && (
              <Button size="sm" onClick={checked.retry}>
                Check again
              </Button>
            )}
          </div>
        )}
        {!results && !isUnknown && !isRefused && !canSend && (
          <>
            <p role="status">
              {items.length === 1 ? 'It' : 'None of them'} cannot be {done} as it is.
            </p>
            <FocusedClose onClose={close} />
          </>
        )}
        {!results && !isUnknown && !isRefused && canSend && (
          <Form
            pending={isPending || !isChecked}
            error={failure}
            onSubmit={press}
            submit={submit}
            pendingLabel={isChecked ? 'Sending…' : `Checking ${checked.read} of ${items.length}…`}
            labels={{
              password: 'Password',
              code: 'Code',
              reason: 'Reason',
              reasonCode: 'Reason',
              text: 'What the presentor has to do',
              nextActionOn: 'Next action',
              noticeTo: 'Notice to',
              noticeDate: 'Notice sent on',
              returnedHow: 'Returned',
            }}
            aside={
              <Button variant="quiet" onClick={close}>
                Close
              </Button>
            }
          >
            {warnings.map((one) => (
              <Checkbox
                key={`${one.code} ${one.text}`}
                label={`I have read: ${one.text}${items.length > 1 ? ` (${one.numbers.join(', ')})` : ''}`}
                checked={read.has(one.code)}
                onChange={(event) => {
                  const next = new Set(read);
                  if (event.target.checked) next.add(one.code);
                  else next.delete(one.code);
                  setRead(next);
                }}
              />
            ))}
            {warnings.some((one) => !read.has(one.code)) && (
              <p className="text-sm text-muted">
                {items.length === 1 ? 'Tick the warning' : 'Tick each warning'} once you have read it. Items
                with a warning that is not ticked are left out.
              </p>
            )}
            <StepFields
              {...{ name, words, users, today, suggested, only }}
              input={input}
              onChange={(part) => setTyped({ ...typed, ...part })}
            />
            {stepUp}
          </Form>
        )}
      </div>
    </Dialog>
  );
}

/** Takes the focus: what had it is gone. */
function FocusedClose({ onClose }: { onClose: () => void }) {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Button ref={ref} className="mt-3" onClick={onClose}>
      Close
    </Button>
  );
}
