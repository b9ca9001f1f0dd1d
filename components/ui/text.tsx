// Page header and titled sections.

import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type PageHeaderProps = {
  title: ReactNode;
  /** A short line above the title, e.g. the issuer. */
  kicker?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
};

export function PageHeader({ title, kicker, description, actions }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {kicker && <p className="mb-0.5 text-sm text-muted">{kicker}</p>}
        <h1 tabIndex={-1} className="font-title text-2xl outline-none max-sm:text-xl">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-prose text-muted">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  );
}

/** A titled part of a page. */
export function Section({
  title,
  aside,
  children,
  className,
}: {
  title: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={cn('mt-8 first:mt-0', className)}>
      <div
        data-rule
        className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule pb-1"
      >
        <h2 className="font-title text-lg">{title}</h2>
        {aside && <div className="text-sm text-muted">{aside}</div>}
      </div>
      {children}
    </section>
  );
}
