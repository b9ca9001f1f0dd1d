import type { ReactNode } from 'react';
import { classes } from '@/components/ui/classes';

/** A wide table on a narrow window: only this part scrolls sideways, by keyboard too. */
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classes('scroll-edges overflow-x-auto print:overflow-visible', className)}
    >
      {children}
    </section>
  );
}
