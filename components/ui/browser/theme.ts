export type Theme = 'light' | 'dark' | 'system';

/** The server reads it in the root layout, so that the first HTML has the right theme. */
export const themeCookie = 'sharebook-theme';

export const themeOf = (value: string | undefined): Theme =>
  value === 'light' || value === 'dark' ? value : 'system';

/** Applies a theme at once and stores it for a year. Browser only. */
export function chooseTheme(theme: Theme) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === 'system' ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox ESR
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${age}; samesite=lax`;
}
