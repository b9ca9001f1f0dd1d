import type { ReactNode } from 'react';
import type { Tone } from '#lib/format/tone';
import { cn } from './cn.ts';
export const toneClass: Record<Tone, string> = {
  neutral: 'border-rule/60 bg-sunken text-ink',
  accent: 'border-accent/40 bg-accent-soft text-accent',
  positive: 'border-positive/40 bg-positive-soft text-positive',
  warning: 'border-warning/40 bg-warning-soft text-warning',
  danger: 'border-danger/40 bg-danger-soft text-danger',
  sandbox: 'border-sandbox/50 bg-sandbox-soft text-sandbox',
};

/** A word with a tone. Unknown statuses are neutral. */
export const Badge = ({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children: ReactNode;
}) => (
  <span
    title={title}
    className={cn('inline-block rounded border px-1.5 text-xs whitespace-nowrap', toneClass[tone])}
  >
    {children}
  </span>
);
