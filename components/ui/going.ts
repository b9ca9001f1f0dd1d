const longestMs = 10_000;

let from = '';
let sinceMs = Number.NEGATIVE_INFINITY;

const here = () => window.location.pathname + window.location.search;

/** Another page was asked for; until it is here the address is still that of this one. */
export function goingTo(address: string): void {
  from = address === here() ? '' : here();
  sinceMs = performance.now();
}

/** True while that page is on its way: whoever replaces the address now would call it back. */
export const isGoing = (): boolean => from === here() && performance.now() - sinceMs < longestMs;
