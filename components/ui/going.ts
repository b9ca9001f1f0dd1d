const longestMs = 10_000;

let from = '';
let sinceMs = Number.NEGATIVE_INFINITY;

const here = () => window.location.pathname + window.location.search;

/** Records that a navigation has started; until the page arrives the address is still the current one. */
export function goingTo(address: string): void {
  from = address === here() ? '' : here();
  sinceMs = performance.now();
}

/** True while a navigation is in progress: replacing the address now would cancel it. */
export const isGoing = (): boolean => from === here() && performance.now() - sinceMs < longestMs;
