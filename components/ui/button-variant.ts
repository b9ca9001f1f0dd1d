import { cn } from './cn.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-accent bg-accent text-accent-ink hover:brightness-110',
  secondary: 'border-rule/60 bg-raised text-ink hover:border-rule hover:bg-sunken',
  quiet: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-danger bg-raised text-danger hover:bg-danger-soft',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-7 pointer-coarse:min-h-11 pointer-coarse:min-w-11 px-2 text-sm gap-1.5',
  md: 'min-h-8 pointer-coarse:min-h-11 pointer-coarse:min-w-11 px-3 text-base gap-2',
  lg: 'min-h-11 px-5 text-lg gap-2',
};

/** Classes of a button, for other elements (links, summaries). */
export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md') =>
  cn(
    'inline-flex items-center justify-center rounded border font-medium whitespace-nowrap no-underline select-none',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress aria-disabled:opacity-70',
    variants[variant],
    sizes[size],
  );
