/** Conditions for a fact; a row query takes them in place of a value. */
export const upTo = (end: string) => (day: string) => day <= end;
export const after = (start: string) => (day: string) => day > start;
export const between = (start: string, end: string) => (day: string) => day >= start && day <= end;
export const among = (list: readonly unknown[]) => (one: unknown) => list.includes(one);
export const positive = (n: bigint) => n > 0n;
export const not = (other: unknown) => (one: unknown) => one !== other;
export const like = (word: unknown) => (one: unknown) => !word || word === 'All' || one === word;
/** True if something that ends on that day, or never, is still active. */
export const endedAfter = (day: string) => (end: string | undefined) => !end || end > day;
