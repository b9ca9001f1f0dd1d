// Notices that a draft or an item was changed in another window or by another user.

'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { ErrorPanel } from '#components/ui/states';
import { useApi } from '#lib/api/provider';
import type { Conflict, StoredDraft } from './use-item-draft.ts';

const boxClass = 'mb-4 rounded-md border border-l-4 border-warning/40 bg-warning-soft px-4 py-3';

type ConflictProps = { conflict: Conflict; onLoad: (draft: StoredDraft) => void; onKeep: () => void };

/** Two windows typed in one draft: the user decides which values stay. */
export function DraftConflictNote({ conflict: { now }, onLoad, onKeep }: ConflictProps) {
  const clock = useClock();
  return (
    <div role="alert" className={boxClass}>
      <p className="font-medium">
        {now
          ? `This draft was saved in another window, ${clock.instant(now.savedAt)}.`
          : 'This draft was entered or discarded in another window.'}
      </p>
      <p className="mt-1">What you typed here is not saved on the server until you choose.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep what is typed here
        </Button>
        {now && (
          <Button size="sm" onClick={() => onLoad(now)}>
            Load the other version
          </Button>
        )}
      </div>
    </div>
  );
}

type StaleProps = {
  issuer: number;
  item: number;
  /** The version that the form was opened on. */
  version: number;
  onKeep: (version: number) => void;
  onLoad: (version: number, content: Record<string, unknown>) => void;
};

/** Somebody changed the item since the form was opened: who, and what. */
export function StaleItemNote({ issuer, item, version, onKeep, onLoad }: StaleProps) {
  const clock = useClock();
  const { call } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['GetItem', 'stale', issuer, item, version],
    queryFn: ({ signal }) => call('GetItem', { customerIssuerId: issuer, itemId: item }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  if (error)
    return <ErrorPanel error={error} title="The item could not be loaded" onRetry={() => void refetch()} />;
  // One step for each version: those after ours are the last ones.
  const steps = data ? data.history.slice(-Math.max(1, data.version - version)) : [];
  return (
    <div role="alert" className={boxClass}>
      <p className="font-medium">The item has changed since you opened it. Nothing was saved.</p>
      {steps.map((step) => (
        <div key={step.number} className="mt-1 text-sm">
          <p>
            {step.by.firstName} {step.by.lastName}, {clock.instant(step.at)}: {step.action}
          </p>
          {step.changes.length > 0 && (
            <ul className="list-disc pl-5">
              {step.changes.map((one) => (
                <li key={one.field} className="break-words">
                  {one.field}: {one.before || '–'} → {one.after || '–'}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {data && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => onKeep(data.version)}>
            Keep what you typed
          </Button>
          <Button size="sm" onClick={() => onLoad(data.version, data.content as Record<string, unknown>)}>
            Load the item as it is now
          </Button>
        </div>
      )}
    </div>
  );
}
