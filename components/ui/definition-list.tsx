import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type Definition = { term: ReactNode; detail: ReactNode };

/** Terms and details in two aligned columns, separated by rules. */
export function DefinitionList({ items, className }: { items: readonly Definition[]; className?: string }) {
  return (
    <dl className={cn('under-rule border-t border-line', className)}>
      {items.map((item, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: terms may be nodes and the list never reorders
          key={index}
          className="grid grid-cols-[minmax(6.5rem,min(14rem,35%))_1fr] gap-4 border-b border-line py-1.5 max-sm:gap-3"
        >
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 break-words">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
