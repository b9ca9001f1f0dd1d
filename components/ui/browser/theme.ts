import { storeChoice } from './store-choice.ts';

export type Theme = 'light' | 'dark' | 'system';

/** The server reads it in the root layout, so that the first HTML has the right theme. */
export const themeCookie = 'sharebook-theme';

export const themeOf = (value: string | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** Applies a theme at once and stores it. Browser only. */
export const chooseTheme = (theme: Theme) =>
  storeChoice({ attribute: 'theme', cookie: themeCookie, value: theme, standard: 'system' });
