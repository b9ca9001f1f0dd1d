'use client';

import { Badge } from '#components/ui/badge';
import { lazyComponent } from '#components/ui/browser/lazy-component';
import { ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import { formatDate } from '#lib/format/dates';
import { toneOf } from './entry-context.tsx';
import type { ItemCheck, Obstacle } from './use-item-check.ts';

// Drawn with the first answer of the check.
const CheckEffect = lazyComponent(
  () => import('./check-effect.tsx').then((part) => part.CheckEffect),
  null,
  'when drawn',
);

type Props = {
  check: ItemCheck | undefined;
  error: ApiError | null;
  isBehind: boolean;
  /** Moves the focus to the field of an obstacle. */
  onGo: (path: string) => void;
  onRetry: () => void;
};

/** What stands against the item and what posting it would change; follows the form while it is typed. */
export function CheckPanel({ check, error, isBehind, onGo, onRetry }: Props) {
  const isShownError = error && error.code !== 'invalid';
  return (
    <aside
      aria-label="Check"
      className="min-w-0 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-auto"
    >
      <Section title="Check" aside={check && isBehind ? 'Checking…' : undefined}>
        {isShownError && <ErrorPanel error={error} title="The item could not be checked" onRetry={onRetry} />}
        {!check && !isShownError && (
          <p className="text-sm text-muted">
            Starts when the issuer, the kind and the time of receipt are known.
          </p>
        )}
        {check && (
          <>
            <p className="text-sm">{summaryText(check)}</p>
            <Obstacles obstacles={check.obstacles} onGo={onGo} />
          </>
        )}
      </Section>
      {check?.effect && <CheckEffect effect={check.effect} />}
    </aside>
  );
}

/** '1 refuses, 2 hold' with the facts that follow from the content. */
function summaryText(check: ItemCheck): string {
  const facts = [
    check.dueDate ? `Due ${formatDate(check.dueDate)}.` : 'Not counted by the turnaround rule.',
    check.isRoutine ? 'Routine.' : `Not routine${check.routineReason ? `: ${check.routineReason}` : '.'}`,
    check.isApprovalRequired ? 'Needs approval by another user.' : 'Needs no approval.',
  ];
  return facts.join(' ');
}

function Obstacles({ obstacles, onGo }: { obstacles: readonly Obstacle[]; onGo: Props['onGo'] }) {
  const open = obstacles.filter((one) => !one.isCleared);
  const cleared = obstacles.filter((one) => one.isCleared);
  return (
    <>
      <p role="status" className="mt-2 text-sm font-medium">
        {countText(open)}
      </p>
      {obstacles.length > 0 && (
        <ul className="mt-1 divide-y divide-line border-y border-line text-sm">
          {[...open, ...cleared].map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of one answer never reorders
            <li key={index} className="flex gap-2 py-1.5">
              <span className="w-16 shrink-0">
                <Badge tone={one.isCleared ? 'positive' : toneOf(one.effect)}>
                  {one.isCleared ? 'Cleared' : one.effect}
                </Badge>
              </span>
              {one.field && !one.isCleared ? (
                <button
                  type="button"
                  className="min-w-0 text-left break-words underline decoration-rule underline-offset-2 hover:decoration-current"
                  onClick={() => onGo(one.field)}
                >
                  {one.message}
                </button>
              ) : (
                <span className="min-w-0 break-words">{one.message}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function countText(open: readonly Obstacle[]): string {
  const of = (effect: Obstacle['effect']) => open.filter((one) => one.effect === effect).length;
  const parts = [
    of('Refuses') > 0 && `${of('Refuses')} ${of('Refuses') === 1 ? 'refuses' : 'refuse'} it`,
    of('Holds') > 0 && `${of('Holds')} ${of('Holds') === 1 ? 'holds' : 'hold'} it`,
    of('Warns') > 0 && `${of('Warns')} ${of('Warns') === 1 ? 'warns' : 'warn'}`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Nothing stands against it.';
}
