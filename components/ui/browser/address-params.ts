// Changes the query of the address without a navigation.

/** Replaces the address without a navigation; Next updates useSearchParams. */
export function replaceParams(params: URLSearchParams) {
  const query = params.toString();
  window.history.replaceState(
    null,
    '',
    `${window.location.pathname}${query ? `?${query}` : ''}${window.location.hash}`,
  );
}

/** Sets one value in the address without a navigation; null removes it. */
export function putParam(name: string, value: string | null) {
  const params = new URLSearchParams(window.location.search);
  if (value) params.set(name, value);
  else params.delete(name);
  replaceParams(params);
}
