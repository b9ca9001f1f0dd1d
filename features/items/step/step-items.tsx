// Lists the items of a step, and tells which of them can be sent.

'use client';

import { type ItemRow, itemNumber } from '../item-row.ts';
import { type Check, EffectList, ObstacleList } from '../panel/effect-list.tsx';
import type { StepName } from './steps.ts';

type Judged = {
  item: ItemRow;
  check: Check | undefined;
  /** Why the item is not sent; null when it is. */
  because: string | null;
};

/** Warnings have to be read by who approves, and by who posts what nobody approved. */
const needsReading = (name: StepName, item: ItemRow) =>
  name === 'approve' || (name === 'post' && item.approvedBy === null);

type Given = { name: StepName; me: string; read: ReadonlySet<string> };

/** Whether an item can be sent, from what the check of it says. The registry checks it again. */
export function judge(item: ItemRow, check: Check | undefined, { name, me, read }: Given): Judged {
  const open = (check?.obstacles ?? []).filter((one) => !one.isCleared);
  const standing = open.find((one) => one.effect !== 'Warns');
  const unread =
    needsReading(name, item) &&
    // The registry asks for those that a document has cleared as well.
    (check?.obstacles ?? []).some((one) => one.effect === 'Warns' && !read.has(one.code));
  const isOwn = name === 'approve' && item.enteredBy.toLowerCase() === me.toLowerCase();
  const because = isOwn
    ? 'You entered it: another user has to approve it.'
    : standing
      ? standing.message
      : unread
        ? 'Its warning is not ticked as read.'
        : null;
  return { item, check, because };
}

export type Warning = { code: string; text: string; numbers: string[] };

/** Warnings that have to be read, each text once, with the items that have it. */
export function warningsOf(judged: readonly Judged[], name: StepName): Warning[] {
  const found = new Map<string, Warning>();
  for (const { item, check } of judged)
    for (const one of needsReading(name, item) ? (check?.obstacles ?? []) : []) {
      if (one.effect !== 'Warns') continue;
      const key = `${one.code} ${one.message}`;
      const warning = found.get(key) ?? { code: one.code, text: one.message, numbers: [] };
      found.set(key, { ...warning, numbers: [...new Set([...warning.numbers, itemNumber(item)])] });
    }
  return [...found.values()];
}

/** The items of a step, each with what stands against it and what posting it would change. */
export function StepItems({ judged, error }: { judged: readonly Judged[]; error: string | null }) {
  return (
    <section
      aria-label="Items and their effect"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-[45dvh] overflow-auto"
    >
      {judged.map(({ item, check, because }) => (
        <section key={item.itemId} className="mb-4">
          <h3 className="border-b border-rule font-medium">
            {itemNumber(item)} · {item.issuerName}
          </h3>
          {because && check && <p className="text-warning">Left out: {because}</p>}
          {check ? (
            <>
              {check.obstacles.length > 0 && <ObstacleList obstacles={check.obstacles} />}
              {check.effect && <EffectList effect={check.effect} itemId={item.itemId} />}
            </>
          ) : (
            <p className="text-muted">{error ?? 'Checking item…'}</p>
          )}
        </section>
      ))}
    </section>
  );
}
