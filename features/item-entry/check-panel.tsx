'use client';

import { lazyComponent } from '#components/ui/browser/lazy-component';
import { ErrorPanel } from '#components/ui/states';
import { Section } from '#components/ui/text';
import type { ApiError } from '#lib/api/error';
import type { ItemCheck } from './use-item-check.ts';

// Both are drawn with the first answer of the check.
const CheckResult = lazyComponent(
  () => import('./check-result.tsx').then((part) => part.CheckResult),
  null,
  'when drawn',
);
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
      className="min-w-0 self-start lg:sticky lg:row-span-2 lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-auto"
    >
      <Section title="Check" aside={check && isBehind ? 'Checking…' : undefined}>
        {isShownError && <ErrorPanel error={error} title="The item could not be checked" onRetry={onRetry} />}
        {!check && !isShownError && (
          <p className="text-sm text-muted">
            Starts when the issuer, the kind and the time of receipt are known.
          </p>
        )}
        {check && <CheckResult check={check} onGo={onGo} />}
      </Section>
      {check?.effect && <CheckEffect effect={check.effect} />}
    </aside>
  );
}
