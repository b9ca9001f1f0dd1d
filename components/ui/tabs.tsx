import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';
import { Link } from './link.tsx';

export type TabLink = {
  href: ComponentProps<typeof Link>['href'];
  label: ReactNode;
  current: boolean;
  note?: ReactNode;
};

/** Views of one page as links: each has an address, so that they work without script. */
export function TabLinks({ label, items }: { label: string; items: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="mb-3 flex flex-wrap gap-x-5 border-b border-line print:hidden">
      {items.map((item) => (
        <Link
          key={String(item.href)}
          href={item.href}
          aria-current={item.current ? 'page' : undefined}
          className={cn(
            '-mb-px border-b-2 py-1.5 no-underline pointer-coarse:min-w-11 pointer-coarse:py-2.5',
            item.current
              ? 'border-accent font-medium text-ink'
              : 'border-transparent text-muted hover:border-rule hover:text-ink',
          )}
        >
          {item.label}
          {item.note !== undefined && <span className="ml-1.5 text-xs text-muted">{item.note}</span>}
        </Link>
      ))}
    </nav>
  );
}
