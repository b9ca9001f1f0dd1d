import type { Config } from 'tailwindcss';

const named = (names: string[]) => Object.fromEntries(names.map((name) => [name, `var(--${name})`]));

/** Semantic names only: every colour is a variable of app/globals.css, so themes change in one place. */
export default {
  content: ['./app/**/*.tsx', './features/**/*.tsx', './components/**/*.tsx'],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    extend: {
      colors: named([
        ...['surface', 'raised', 'sunken', 'ink', 'muted', 'line', 'rule', 'focus'],
        ...['accent', 'accent-ink', 'accent-soft', 'danger', 'danger-soft', 'warning', 'warning-soft'],
        ...['positive', 'positive-soft', 'past', 'past-soft', 'sandbox', 'sandbox-soft'],
        ...[
          'chart-1',
          'chart-2',
          'chart-3',
          'chart-4',
          'chart-5',
          'chart-6',
          'chart-7',
          'chart-8',
          'chart-rest',
        ],
      ]),
      fontFamily: {
        sans: 'var(--font-text)',
        mono: 'var(--font-code)',
      },
      fontSize: {
        '2xs': ['0.6875rem', '1rem'],
        xs: ['0.75rem', '1.125rem'],
        sm: ['0.8125rem', '1.25rem'],
        base: ['0.875rem', '1.375rem'],
        lg: ['1rem', '1.5rem'],
        xl: ['1.25rem', '1.625rem'],
        '2xl': ['1.5rem', '1.875rem'],
        '3xl': ['2.125rem', '2.5rem'],
      },
      borderRadius: { DEFAULT: '3px', md: '4px', lg: '6px' },
      boxShadow: { layer: '0 1px 2px rgb(0 0 0 / 0.08), 0 8px 24px -6px rgb(0 0 0 / 0.22)' },
    },
  },
} satisfies Config;
