'use client';

import { formatShares } from '#lib/format/shares';
import { cn } from '../ui/cn.ts';
import { PressButton } from '../ui/press-button.tsx';

export type Chip = {
  value: string | null;
  label: string;
  count?: number | null;
  /** Not shown while its count is 0. */
  hideEmpty?: boolean;
};

type Props = {
  /** Label of the group for screen readers: 'Status'. */
  label: string;
  chips: readonly Chip[];
  current: string | null;
  onChoose: (value: string | null) => void;
};

/** Filters of a list, each with its count; exactly one is on. */
export const FilterChips = ({ label, chips, current, onChoose }: Props) => (
  <fieldset className="flex min-w-0 flex-wrap gap-1.5 max-sm:max-w-full print:hidden">
    <legend className="sr-only">{label}</legend>
    {chips
      .filter((chip) => chip.count !== 0 || chip.value === current || !chip.hideEmpty)
      .map((chip) => (
        <PressButton
          key={chip.label}
          type="button"
          aria-pressed={chip.value === current}
          onClick={() => onChoose(chip.value)}
          className={cn(
            'min-h-7 shrink-0 rounded-full pointer-coarse:min-h-11 pointer-coarse:px-3.5 border px-2.5 text-sm whitespace-nowrap',
            chip.value === current
              ? 'border-accent bg-accent-soft font-medium text-accent'
              : 'border-rule/60 bg-raised hover:border-rule hover:bg-sunken',
          )}
        >
          {chip.label}
          {chip.count !== undefined && chip.count !== null && (
            <span className="ml-1.5 font-normal text-muted">{formatShares(chip.count)}</span>
          )}
        </PressButton>
      ))}
  </fieldset>
);
