import { cn } from '../cn.ts';

/** Look of every control that is typed in or chosen from. */
export const controlClass = cn(
  'min-h-8 pointer-coarse:min-h-11 w-full min-w-0 rounded border border-rule bg-raised px-2 text-base text-ink placeholder:text-muted',
  'aria-invalid:border-danger aria-invalid:border-2 disabled:bg-sunken disabled:text-muted',
);
