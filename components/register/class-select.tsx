// The class that a page shows, kept in its address.

'use client';

import { useSearchParams } from 'next/navigation';
import { putParam } from '../ui/browser/address-params.ts';
import { Field } from '../ui/input/field.tsx';
import { Select } from '../ui/input/inputs.tsx';

type Props = {
  current: string;
  /** Every class with a short note. */
  classes: readonly { className: string; note?: string }[];
};

type Classed = { className: string };

/** The class that `?class=` names; else the first that a test in `preferred` finds, in their order; else the first. */
export function useChosenClass<T extends Classed>(
  classes: readonly T[],
  ...preferred: ((one: T) => boolean)[]
): T | undefined {
  const named = useSearchParams().get('class');
  for (const isChosen of [(one: T) => one.className === named, ...preferred]) {
    const found = classes.find(isChosen);
    if (found) return found;
  }
  return classes[0];
}

/** The class of a page, as `?class=`; not shown when there is only one. */
export function ClassSelect({ current, classes }: Props) {
  if (classes.length < 2) return null;
  return (
    <Field label="Class" className="mb-4 w-96 max-sm:w-full print:hidden">
      <Select
        value={current}
        onChange={(event) => putParam('class', event.target.value)}
        options={classes.map(({ className, note }) => ({
          value: className,
          label: note ? `${className} (${note})` : className,
        }))}
      />
    </Field>
  );
}
