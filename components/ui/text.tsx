import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded border border-current/40 px-1 font-mono text-2xs leading-4">{children}</kbd>
);

export type StatProps = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** `muted` for text in place of a figure. */
  tone?: 'ink' | 'danger' | 'muted';
};

/** In a narrow page a long figure gets a smaller font, so that it does not wrap. */
function sizeOf(value: ReactNode): string {
  const length = typeof value === 'string' && !value.includes(' ') ? value.length : 0;
  if (length > 15) return 'text-xl max-xl:text-base';
  return length > 11 ? 'text-xl max-xl:text-lg' : 'text-xl';
}

/** One figure with its name. `value` is already formatted and exact; nothing is abbreviated here. */
export function Stat({ label, value, note, tone = 'ink' }: StatProps) {
  const color = { ink: 'text-ink', danger: 'text-danger', muted: 'text-muted' }[tone];
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd
        className={cn(
          'break-words',
          tone === 'muted' ? 'pt-1 leading-5' : `${sizeOf(value)} leading-7 font-medium`,
          color,
        )}
      >
        {value}
      </dd>
      {note && <dd className="text-xs text-muted">{note}</dd>}
    </div>
  );
}

/** A row of Stats separated by rules; below a heading, the heading's rule serves both. */
export const StatRow = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-5 gap-y-4 under-rule border-y border-line py-3">
    {children}
  </dl>
);

export type Definition = { term: ReactNode; detail: ReactNode };

/** Terms and details in two aligned columns, separated by rules. */
export function DefinitionList({ items, className }: { items: readonly Definition[]; className?: string }) {
  return (
    <dl className={cn('under-rule border-t border-line', className)}>
      {items.map((item, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: terms may be nodes and the list never reorders
          key={index}
          className="grid grid-cols-[minmax(8rem,min(14rem,35%))_1fr] gap-4 border-b border-line py-1.5 max-sm:grid-cols-1 max-sm:gap-0"
        >
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 break-words">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}

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
        <h1 tabIndex={-1} className="font-title text-2xl outline-none">
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
