// Notice that another user saved or deleted the scenario, with the choice of what to keep.

'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button';
import { useClock } from '#components/ui/clock';
import { type ApiError, isApiError } from '#lib/api/error';
import { readScenario, type Scenario } from '#lib/api/scenarios';

type ConflictProps = {
  issuer: number;
  id: string;
  error: ApiError;
  onLoad: (now: Scenario) => void;
  onKeep: (now: Scenario | null) => void;
};

/** Another user saved or deleted the scenario: what was typed stays, and the user chooses. */
export function ScenarioConflictNote({ issuer, id, error, onLoad, onKeep }: ConflictProps) {
  const clock = useClock();
  const [now, setNow] = useState<Scenario | 'gone' | null>(null);
  const [failed, setFailed] = useState('');
  const look = async () => {
    setFailed('');
    try {
      setNow(await readScenario(id, issuer));
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      if (thrown.code === 'not_found') setNow('gone');
      else setFailed(thrown.message);
    }
  };
  return (
    <div
      role="alert"
      className="mb-4 rounded-md border border-warning/40 border-l-4 bg-warning-soft px-4 py-3 print:hidden"
    >
      <p>{error.message}</p>
      {now !== null && now !== 'gone' && (
        <p className="mt-1">
          Saved by {now.changedBy}, {clock.instant(now.changedAt)}.
        </p>
      )}
      {now === 'gone' && <p className="mt-1">It was deleted.</p>}
      {failed && <p className="mt-1 text-danger">{failed}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {now === null && (
          <Button size="sm" onClick={() => void look()}>
            Show what was saved
          </Button>
        )}
        {now !== null && now !== 'gone' && (
          <Button size="sm" onClick={() => onLoad(now)}>
            Load the saved version
          </Button>
        )}
        {now !== null && (
          <Button size="sm" onClick={() => onKeep(now === 'gone' ? null : now)}>
            {now === 'gone' ? 'Keep mine as a new scenario' : 'Keep mine and save over it'}
          </Button>
        )}
      </div>
    </div>
  );
}
