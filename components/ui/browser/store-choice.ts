// Applies a choice of appearance, such as the theme, and stores it in a cookie.

type Choice = {
  /** Attribute of the page, `data-` left out, by which app/globals.css tells the choice. */
  attribute: string;
  cookie: string;
  value: string;
  /** The value of who has chosen nothing: it leaves neither attribute nor cookie. */
  standard: string;
};

/** Applies a choice about how pages look at once and stores it for a year. Browser only. */
export function storeChoice({ attribute, cookie, value, standard }: Choice): void {
  const { dataset } = document.documentElement;
  if (value === standard) delete dataset[attribute];
  else dataset[attribute] = value;
  const age = value === standard ? 0 : 31_536_000;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox ESR
  document.cookie = `${cookie}=${value}; path=/; max-age=${age}; samesite=lax`;
}
