// Placeholders, empty and error states, and notices of slow loading.

'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Icon } from './icons.tsx';

/** Placeholder lines for text; hidden from screen readers, as the caller's live region announces loading. */
export const Skeleton = ({ lines = 3, className }: { lines?: number; className?: string }) => (
  <div aria-hidden="true" className={cn('flex flex-col gap-2', className)}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: identical lines
      <div key={line} className={cn('skeleton h-4 rounded', line % 3 === 2 ? 'w-2/3' : 'w-full')} />
    ))}
  </div>
);

export type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode };

/** Explains why there is no data and what to do. */
export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className="under-rule border-y border-line px-4 py-8 text-center">
    <p className="font-title text-lg">{title}</p>
    {children && <div className="mx-auto mt-1 max-w-prose text-muted">{children}</div>}
    {action && <div className="mt-4 flex flex-wrap justify-center gap-2 print:hidden">{action}</div>}
  </div>
);

export type ShownError = { code: string; message: string; requestId?: string };

export type ErrorPanelProps = {
  error: ShownError;
  /** Text per error code; a code without one shows the error's own message. */
  texts?: Readonly<Record<string, string>>;
  title?: ReactNode;
  onRetry?: () => void;
  /** When older data stays on the page below: its time, as text. */
  stillShowing?: ReactNode;
};

export function ErrorPanel({ error, texts, title, onRetry, stillShowing }: ErrorPanelProps) {
  return (
    <div role="alert" className="rounded-md border border-danger/50 border-l-4 bg-danger-soft px-4 py-3">
      <p className="flex items-center gap-2 font-medium text-danger">
        <Icon name="alert" />
        {title ?? 'This could not be shown'}
      </p>
      <p className="mt-1">{texts?.[error.code] ?? error.message}</p>
      {stillShowing && <p className="mt-1">Showing data from {stillShowing}.</p>}
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {onRetry && (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )}
        <p className="text-xs break-all">
          {error.code}
          {error.requestId && (
            <>
              {' · request ID '}
              <code className="font-mono select-all">{error.requestId}</code>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** Placeholder lines with the notice for slow responses on top: when it appears, nothing moves. */
export const SkeletonWithNotice = ({ lines, ...notice }: SlowNoticeProps & { lines: number }) => (
  <div className="grid *:col-start-1 *:row-start-1">
    <Skeleton lines={lines} />
    <div className="self-start bg-surface">
      <SlowNotice {...notice} />
    </div>
  </div>
);

export const slowAfterMs = 2_000;
export const cancelAfterMs = 5_000;

/** How long something has been pending: 'quick', 'slow' after 2 s, 'stuck' after 5 s. */
export function useLoadingStage(pending: boolean): 'quick' | 'slow' | 'stuck' {
  const [stage, setStage] = useState<'quick' | 'slow' | 'stuck'>('quick');
  useEffect(() => {
    setStage('quick');
    if (!pending) return;
    const slow = setTimeout(() => setStage('slow'), slowAfterMs);
    const stuck = setTimeout(() => setStage('stuck'), cancelAfterMs);
    return () => {
      clearTimeout(slow);
      clearTimeout(stuck);
    };
  }, [pending]);
  return stage;
}

/**
 * Whether to show a list whose parts come one by one and would move it: once nothing is pending, or after 2 s. It then stays
 * shown, also while it is loaded again.
 */
export function useShownTogether(pending: boolean): boolean {
  const isSlow = useLoadingStage(pending) !== 'quick';
  const [isShown, setShown] = useState(false);
  const show = isShown || !pending || isSlow;
  if (show !== isShown) setShown(show);
  return show;
}

export type SlowNoticeProps = {
  pending: boolean;
  /** A full sentence: 'The registry is still adding up 20,480 holders.' */
  text: ReactNode;
  onCancel?: () => void;
};

/** Nothing at first, text after 2 s, a Cancel button after 5 s. The live region exists from the start. */
export function SlowNotice({ pending, text, onCancel }: SlowNoticeProps) {
  const stage = useLoadingStage(pending);
  const shown = pending && stage !== 'quick';
  return (
    <div role="status" className={shown ? 'flex flex-wrap items-center gap-3 py-2 text-muted' : undefined}>
      {shown && <p>{text}</p>}
      {shown && stage === 'stuck' && onCancel && (
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
