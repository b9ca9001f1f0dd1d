const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system in two words. The user agent can be forged, so nothing depends on it. */
export function browserText(userAgent: string | null): string {
  if (!userAgent) return 'Unknown program';
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent.includes(mark))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (!browser) return userAgent.split(/[\s/]/, 1)[0]?.slice(0, 30) || 'Unknown program';
  return system ? `${browser} on ${system}` : browser;
}
