'use client';

import { Badge } from '#components/ui/badge';
import { formatDate } from '#lib/format/dates';
import { toneOf } from './entry-context.tsx';
import type { ItemCheck, Obstacle } from './use-item-check.ts';

type Props = {
  check: ItemCheck;
  /** Moves the focus to the field of an obstacle. */
  onGo: (path: string) => void;
};

/** What the check found: what follows from the content, and what stands against it. */
export function CheckResult({ check, onGo }: Props) {
  return (
    <>
      <p className="text-sm">{summaryText(check)}</p>
      <Obstacles obstacles={check.obstacles} onGo={onGo} />
    </>
  );
}

/** '1 refuses, 2 hold' with the facts that follow from the content. */
function summaryText(check: ItemCheck): string {
  const facts = [
    check.dueDate ? `Due ${formatDate(check.dueDate)}.` : 'No due day by the turnaround rule.',
    check.isRoutine ? 'Routine.' : `Not routine${check.routineReason ? `: ${check.routineReason}` : '.'}`,
    check.isApprovalRequired ? 'Needs approval by another user.' : 'Needs no approval.',
  ];
  return facts.join(' ');
}

function Obstacles({ obstacles, onGo }: Pick<Props, 'onGo'> & { obstacles: readonly Obstacle[] }) {
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
              {(one.field || one.byReason) && !one.isCleared ? (
                <button
                  type="button"
                  className="min-w-0 text-left break-words underline decoration-rule underline-offset-2 hover:decoration-current"
                  onClick={() => onGo(one.byReason ? `clearances.${one.code}` : one.field)}
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
