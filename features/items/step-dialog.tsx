'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { useLimitedQueries } from '#components/data/queries/use-limited-queries';
import { DateField, SelectField, TextField } from '#components/form/fields';
import { Form } from '#components/form/form';
import { useAuthMethods } from '#components/step-up/auth-methods';
import { reauthError } from '#components/step-up/provider-reauth';
import { StepUpFields } from '#components/step-up/step-up-fields';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/input/inputs';
import { Dialog } from '#components/ui/overlay/dialog';
import { useToast } from '#components/ui/overlay/toast';
import { query } from '#lib/api/query';
import { nextBusinessDay } from '#lib/format/business-days';
import { EffectList, ObstacleList } from './effect-list.tsx';
import { itemNumber, type StepTarget, steps, type Words } from './model.ts';
import { useStep } from './use-step.ts';

type Props = {
  target: StepTarget;
  me: string;
  users: readonly string[];
  words: Words;
  today: string;
  onClose: () => void;
};

const atOnce = 4;
const lists = [
  { value: 'DTC', label: 'Depository' },
  { value: 'Medallion', label: 'Signature guarantee' },
  { value: 'Other', label: 'Other' },
];
const listOf = (code: string) =>
  code.startsWith('D') ? 'DTC' : code.startsWith('M') ? 'Medallion' : 'Other';
const countText = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;

/** A step of one or several items: what it does, what it needs, and what became of each item. */
export function StepDialog({ target, me, users, words, today, onClose }: Props) {
  const { name, items } = target;
  const { label, done } = steps[name];
  const { send, results, isUnknown, isRefused, isBrokenOff } = useStep(target);
  const notify = useToast();
  const ways = useAuthMethods();
  const direct = name === 'submit' || name === 'take' || name === 'release';
  const examines = name === 'approve' || name === 'post' || name === 'reject';
  const checks = useMemo(
    () =>
      (examines ? items : []).map(({ customerIssuerId, itemId }) =>
        query('CheckItem', { customerIssuerId, itemId, content: null }),
      ),
    [examines, items],
  );
  const checked = useLimitedQueries(checks, atOnce);
  const obstacles = checked.data.flatMap((one) => one?.obstacles ?? []);
  const warnings = [...new Set(obstacles.filter((one) => one.effect === 'Warns').map((one) => one.code))];
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  const [reason, setReason] = useState('');
  const [day, setDay] = useState(() => nextBusinessDay(today));
  const [user, setUser] = useState('');
  const [list, setList] = useState('');
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState('');
  const stepUp = send.error?.code === 'step_up_required';
  const suggested = [...new Set(obstacles.flatMap((one) => (one.isCleared ? [] : one.rejectionReasons)))];
  const chosen = code || suggested[0] || 'O02';

  const more = () => {
    if (name === 'take') return { assignedTo: me };
    if (name === 'release') return { assignedTo: null };
    if (name === 'assign') return { assignedTo: user.trim() || null };
    if (name === 'hold') return { reason, nextActionOn: day };
    if (name === 'return' || name === 'cancel') return { reason };
    if (name === 'approve' || name === 'post') return { acknowledged: [...read] };
    if (name === 'reject') return { kind: list || listOf(chosen), reasonCode: chosen, text: reason || null };
    return {};
  };
  const press = () =>
    send.mutate({
      more: more(),
      password: stepUp && (password || factor) ? { text: password, code: factor } : null,
    });
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent once, when the dialog appears
  useEffect(() => {
    if (!direct || started.current) return;
    started.current = true;
    press();
  }, [direct]);

  const refused = results?.filter((one) => !one.isDone) ?? [];
  const isAllDone = results !== null && results !== undefined && refused.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once, when the results arrive
  useEffect(() => {
    if (!isAllDone) return;
    notify({ text: `${countText(items.length)} ${done}.`, tone: 'positive' });
    onClose();
  }, [isAllDone]);

  const unread = warnings.filter((one) => !read.has(one));
  const error =
    send.error && !isUnknown && !results && !isRefused
      ? stepUp
        ? {
            code: 'step_up_required',
            ...(send.error.fields
              ? { message: send.error.message, fields: send.error.fields }
              : reauthError(ways, 'Enter your password again. Your input is saved.')),
          }
        : isBrokenOff
          ? {
              code: send.error.code,
              message:
                'The connection was lost before the registry responded. Press the button again: the same request is never recorded twice.',
            }
          : send.error
      : null;
  const numberOf = (itemId: number) => {
    const item = items.find((one) => one.itemId === itemId);
    return item ? itemNumber(item) : `Item ${itemId}`;
  };

  const isQuiet = direct && !error && !isUnknown && refused.length === 0 && !isRefused;
  return (
    <Dialog open={!isQuiet} onClose={onClose} title={`${label} ${countText(items.length)}`} place="top">
      {isUnknown && (
        <p role="status" className="mb-3 rounded-md border border-warning/40 bg-warning-soft px-3 py-2">
          Status unknown. It may be recorded: do not enter it again. The outcome is being looked up.
        </p>
      )}
      {isRefused && <p role="alert">Nothing was recorded.</p>}
      {refused.length > 0 && (
        <div role="alert">
          <p className="font-medium">
            {countText((results?.length ?? 0) - refused.length)} {done}. {countText(refused.length)} not:
          </p>
          <ul className="mt-1">
            {refused.map((one) => (
              <li key={one.itemId} className="border-b border-line py-1">
                <span className="font-medium">{numberOf(one.itemId)}</span> {one.message || 'Not changed.'}
              </li>
            ))}
          </ul>
          <Button className="mt-3" data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      )}
      {!results && !isUnknown && !isRefused && (
        <Form
          pending={send.isPending}
          error={error}
          onSubmit={press}
          submit={`${label} ${countText(items.length)}`}
          pendingLabel="Sending…"
          labels={{ password: 'Password', code: 'Code', reason: 'Reason' }}
          aside={
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          }
        >
          {examines && name !== 'reject' && (
            <div className="max-h-[45dvh] overflow-auto" tabIndex={-1}>
              {items.map((item, index) => {
                const check = checked.data[index];
                return (
                  <section key={item.itemId} className="mb-3">
                    <h3 className="font-medium">
                      {itemNumber(item)} · {item.issuerName}
                    </h3>
                    {check ? (
                      <>
                        <ObstacleList obstacles={check.obstacles} />
                        {check.effect && <EffectList effect={check.effect} />}
                      </>
                    ) : (
                      <p className="text-muted">{checked.error ? checked.error.message : 'Checking item…'}</p>
                    )}
                  </section>
                );
              })}
            </div>
          )}
          {name !== 'reject' &&
            warnings.map((one) => (
              <Checkbox
                key={one}
                label={`I have read: ${obstacles.find((found) => found.code === one)?.message}`}
                checked={read.has(one)}
                onChange={(event) => {
                  const next = new Set(read);
                  if (event.target.checked) next.add(one);
                  else next.delete(one);
                  setRead(next);
                }}
              />
            ))}
          {name !== 'reject' && unread.length > 0 && (
            <p className="text-sm text-muted">Items whose warnings are not acknowledged are refused.</p>
          )}
          {name === 'reject' && (
            <>
              <SelectField
                name="reasonCode"
                label="Reason"
                required
                value={chosen}
                onChange={(event) => setCode(event.target.value)}
                options={[
                  ...suggested,
                  ...Object.keys(words.reason).filter((one) => !suggested.includes(one as never)),
                ].map((value) => ({ value, label: `${value} ${words.reason[value] ?? ''}` }))}
              />
              <SelectField
                name="kind"
                label="List"
                value={list || listOf(chosen)}
                onChange={(event) => setList(event.target.value)}
                options={lists}
              />
            </>
          )}
          {name === 'assign' && (
            <>
              <TextField
                name="assignedTo"
                label="Assign to (email)"
                hint="Leave empty for nobody."
                list="queue-users"
                data-autofocus
                value={user}
                onChange={(event) => setUser(event.target.value)}
              />
              <datalist id="queue-users">
                {users.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
          {(name === 'hold' || name === 'return' || name === 'cancel' || name === 'reject') && (
            <TextField
              name="reason"
              label={name === 'reject' ? 'What the presentor has to do' : 'Reason'}
              required={name !== 'reject'}
              data-autofocus
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
          {name === 'hold' && (
            <DateField
              name="nextActionOn"
              label="Next action"
              hint="At most five business days ahead."
              required
              min={today}
              value={day}
              onChange={setDay}
            />
          )}
          {stepUp && (
            <StepUpFields
              hint="Required if your last sign-in is more than 10 minutes old."
              password={password}
              onPassword={setPassword}
              needsCode={send.error?.fields?.code !== undefined || factor !== ''}
              code={factor}
              onCode={setFactor}
              className="max-w-sm"
            />
          )}
        </Form>
      )}
    </Dialog>
  );
}
