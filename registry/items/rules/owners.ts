// Derives the owners of an account from its registration, and compares names.

import type { AccountFacts } from './facts.ts';

const jointTypes: readonly string[] = [
  'JointTenant',
  'JointWithRightOfSurvivorship',
  'TenantsInCommon',
  'CommunityProperty',
];

/** Several trustees may have to sign; the registration does not say how many. */
const countUnknown: readonly string[] = ['Trust', 'None'];

const entityTypes: readonly string[] = ['Corporation', 'Partnership', 'SchoolsAndColleges'];

/** How a form of joint ownership is written at the end of a line. */
const endings =
  /(?:\s|^)(?:&|AND|JT\.? ?TEN|JTWROS|JT ?TEN ?WROS|TEN ?COM|TEN ?ENT|COMM? ?PROP|AS JOINT TENANTS|AS TENANTS IN COMMON)\.?$/i;

/** Number of owners of an account and the names that the registration shows; null when it does not tell. */
export function ownersOf(
  account: Pick<AccountFacts, 'registration' | 'accountType'>,
): { count: number; names: readonly string[] } | null {
  if (countUnknown.includes(account.accountType)) return null;
  const [first = ''] = account.registration;
  if (!jointTypes.includes(account.accountType)) return { count: 1, names: [first] };
  const names = account.registration
    .flatMap((line) => line.split(/\s(?:&|AND)\s/i))
    .map(nameIn)
    .filter((name) => name !== '');
  return { count: Math.max(2, names.length), names };
}

/** Owners of several accounts, each named once; null when one of them does not tell. */
export function allOwners(
  accounts: readonly Pick<AccountFacts, 'registration' | 'accountType'>[],
): { count: number; names: readonly string[] } | null {
  const each = accounts.map(ownersOf);
  if (each.length === 0 || each.includes(null)) return null;
  const known = each.filter((one) => one !== null);
  const names = new Map(known.flatMap((one) => one.names).map((name) => [plainName(name), name]));
  return { count: Math.max(names.size, ...known.map(({ count }) => count)), names: [...names.values()] };
}

export function isEntity(account: Pick<AccountFacts, 'accountType'>): boolean {
  return entityTypes.includes(account.accountType);
}

/** Names compare by their words: letter case, punctuation and spaces do not count. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/&/g, ' AND ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase();
}

/** Whether every word of a signer's name is in a registration. */
export function isNamed(signer: string, registration: readonly string[]): boolean {
  const words = new Set(plainName(registration.join(' ')).split(' '));
  return plainName(signer)
    .split(' ')
    .every((word) => words.has(word));
}

function nameIn(line: string): string {
  let text = line.trim().replace(/^(?:&|AND)\s+/i, '');
  for (;;) {
    const shorter = text.replace(endings, '').trim();
    if (shorter === text) return text;
    text = shorter;
  }
}
