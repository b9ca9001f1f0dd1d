// Scopes that limit a token to purposes and issuers.

/** The registry's limit per scope. */
const issuersMax = 500;
/** A longer scope is not one of ours. */
const lengthMax = 12_500;

/** The issuers in a `scope` of our registry's format; null for none and for any other format. */
function issuersOf(scope: string | null): 'all' | ReadonlySet<number> | null {
  if (scope === null || scope.length > lengthMax) return null;
  const words = scope.split(' ');
  const named = words.filter((word) => word.startsWith('issuer:'));
  if (!words.includes('read') || named.length === 0) return null;
  if (named.length === 1 && named[0] === 'issuer:*') return 'all';
  if (named.length === 1 && named[0] === 'issuer:none') return new Set();
  if (!named.every((word) => /^issuer:[1-9]\d{0,15}$/.test(word))) return null;
  return new Set(named.map((word) => Number(word.slice('issuer:'.length))));
}

/** What a narrowed token is for: reading the interface, reading the agent operations as well, or writing by these. */
export type Purpose = 'read' | 'read agent' | 'read write agent';

/**
 * The scope to request on a user's behalf: its purpose, and those of their issuers that the client has. Null where
 * the response to a plain request (`shown`) does not show that the registry can limit a token for this purpose,
 * and for more issuers than it accepts.
 */
export function narrowScope(
  shown: string | null,
  issuers: readonly number[],
  purpose: Purpose = 'read',
): string | null {
  const ours = issuersOf(shown);
  if (ours === null) return null;
  const has = new Set(shown?.split(' '));
  if (!purpose.split(' ').every((word) => has.has(word))) return null;
  const named = [...new Set(issuers)].filter((issuer) => ours === 'all' || ours.has(issuer));
  if (named.length > issuersMax) return null;
  const words = named.sort((a, b) => a - b).map((issuer) => `issuer:${issuer}`);
  return [purpose, ...(words.length > 0 ? words : ['issuer:none'])].join(' ');
}

/** Whether a token allows nothing beyond the requested scope. */
export function isWithin(shown: unknown, requested: string): boolean {
  if (typeof shown !== 'string' || issuersOf(shown) === null) return false;
  const words = new Set(requested.split(' '));
  return shown.split(' ').every((word) => words.has(word));
}
