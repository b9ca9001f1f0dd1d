import type { ReactNode } from 'react';
import { cn } from '../ui/cn.ts';

/** A wide table in a narrow window: only this region scrolls sideways, also by keyboard. */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={`${label}, scrolls`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      // Positioned, so that text for screen readers inside does not widen the page.
      className={cn('scroll-edges relative overflow-x-auto print:overflow-visible', className)}
    >
      {children}
    </section>
  );
}
