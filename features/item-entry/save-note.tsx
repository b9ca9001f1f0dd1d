// Says where the typed values of a draft are saved.

'use client';

import { type Clock, useClock } from '#components/ui/clock';
import type { SaveState } from './use-item-draft.ts';

type Props = { state: SaveState; isOpenElsewhere: boolean; isRestored: boolean };

/** Where the typed values are, in one quiet line. */
export function SaveNote({ state, isOpenElsewhere, isRestored }: Props) {
  const clock = useClock();
  return (
    <div className="mb-3 flex flex-col gap-2 text-sm">
      <p className="min-h-5 text-muted">{stateText(state, isRestored, clock)}</p>
      <p role="status" className={state.kind === 'failed' || isOpenElsewhere ? undefined : 'sr-only'}>
        {state.kind === 'failed' && state.error && (
          <span className="text-warning">
            {state.error.code === 'unauthenticated'
              ? 'You are signed out. What you typed is kept in this browser: sign in again to continue.'
              : 'The draft could not be saved on the server. It is kept in this browser and saved again shortly.'}
          </span>
        )}
        {isOpenElsewhere && (
          <span className="text-warning"> This draft is also open in another tab. Use one of them.</span>
        )}
      </p>
    </div>
  );
}

function stateText(state: SaveState, isRestored: boolean, clock: Clock): string {
  if (state.kind === 'empty') return 'Drafts are saved as you type.';
  if (state.kind === 'saving') return 'Saving draft…';
  if (state.kind === 'failed') return 'Draft not saved.';
  return `${isRestored ? 'Draft restored. Saved' : 'Draft saved'} ${clock.instant(state.at)}.`;
}
