// Key figures with labels, single or in a row.

import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type StatProps = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** `muted` for text in place of a figure. */
  tone?: 'ink' | 'danger' | 'muted';
  /** The one figure that the page is about: first in its row. */
  primary?: boolean;
  /** For a name in place of a figure. */
  wide?: boolean;
};

/** In a narrow page a long figure gets a smaller font, so that it does not wrap. */
function sizeOf(value: ReactNode, primary: boolean): string {
  const length = typeof value === 'string' && (primary || !value.includes(' ')) ? value.length : 0;
  if (primary) return length > 16 ? 'text-2xl' : length > 12 ? 'text-3xl max-xl:text-2xl' : 'text-3xl';
  return length > 15 ? 'text-lg max-xl:text-base' : 'text-lg';
}

/** One figure with its name. `value` is already formatted and exact; nothing is abbreviated here. */
export function Stat({ label, value, note, tone = 'ink', primary = false, wide = false }: StatProps) {
  const color = { ink: 'text-ink', danger: 'text-danger', muted: 'text-muted' }[tone];
  return (
    <div
      className={cn(
        'min-w-0',
        wide && 'col-span-full sm:col-span-3',
        primary && 'col-span-full sm:col-span-2 sm:row-span-2 sm:border-r sm:border-line sm:pr-5',
      )}
    >
      <dt className={primary ? 'text-sm text-muted' : 'text-xs text-muted'}>{label}</dt>
      <dd
        className={cn(
          'break-words',
          tone === 'muted'
            ? 'pt-1 leading-5'
            : `${sizeOf(value, primary)} ${primary ? 'font-title' : 'leading-6 font-medium'}`,
          color,
        )}
      >
        {value}
      </dd>
      {note && <dd className="text-xs text-muted">{note}</dd>}
    </div>
  );
}

/**
 * A row of Stats: the page's primary figure first, then what belongs to it. The greatest width is set around the list:
 * on the list itself, it would count as the space for the columns of a card that is narrower.
 */
export const StatRow = ({ children }: { children: ReactNode }) => (
  <div className="max-w-6xl">
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] items-start gap-x-5 gap-y-3 py-1">
      {children}
    </dl>
  </div>
);
