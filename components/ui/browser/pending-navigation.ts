// Tells whether a navigation to another page is in progress.

const navigationMaxMs = 10_000;

let from = '';
let startedAtMs = Number.NEGATIVE_INFINITY;

const currentAddress = () => window.location.pathname + window.location.search;

/** Records that a navigation has started; until the page arrives the address is still the current one. */
export function recordNavigation(address: string): void {
  from = address === currentAddress() ? '' : currentAddress();
  startedAtMs = performance.now();
}

/** True while a navigation is in progress: replacing the address now would cancel it. */
export const isNavigating = (): boolean =>
  from === currentAddress() && performance.now() - startedAtMs < navigationMaxMs;
