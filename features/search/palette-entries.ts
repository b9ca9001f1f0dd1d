// Entries of the command palette, and how they match typed words.

import type { Listed } from '#components/register/issuer-choice';
import type { NavRights } from '#components/shell/menu';
import type { NavItem } from '#components/shell/navigation';
import type { ComboboxItem } from '#components/ui/input/combobox';
import { plainText } from '#components/ui/input/plain-text';
import { formatDate } from '#lib/format/dates';
import { type Route, routes } from '#lib/routes';

export type OfferedReport = { slug: string; title: string };

/** What the palette knows without a request: the user's pages and reports, and the current place. */
export type PaletteScope = {
  nav: readonly NavItem[];
  reports: readonly OfferedReport[];
  rights: NavRights;
  issuer: number | null;
  asof: string | null;
  today: string;
};

/** Entries that act in place instead of opening a page. */
export type Act = 'register' | 'today' | 'keys' | 'everywhere';

/**
 * One entry of the palette: a page or an action. `whole`: each matches when typed in full, before any partial
 * match; for keys so similar that parts of them identify nothing, and for exact numbers.
 */
export type Entry = ComboboxItem & { group: string; whole?: readonly string[] } & (
    | { href: Route }
    | { act: Act }
  );

/** Order of groups whose matches are equally good. */
const groups: readonly string[] = [
  'Pages',
  'Actions',
  'Holders',
  'Certificates',
  'Transactions',
  'Issuers',
  'Reports',
  'All issuers',
];

/** Pages, actions and reports of this user; links keep the issuer and the day. */
export function standingEntries(scope: PaletteScope): Entry[] {
  const { nav, reports, rights, issuer, asof, today } = scope;
  const actions: Entry[] = [];
  const act = (id: Act, label: string, find = '') =>
    actions.push({ id: `act:${id}`, label, group: 'Actions', act: id, find });
  const go = (label: string, href: Route, find = '') =>
    actions.push({ id: `go:${href}`, label, group: 'Actions', href, find });
  if (issuer !== null) {
    const day = asof && asof !== today ? formatDate(asof) : 'today';
    act('register', `Download register as of ${day}`, 'holder list spreadsheet');
    if (rights.writes) {
      go('New holder', routes.newHolder(issuer), 'create register account');
      go('Issue shares', routes.issue(issuer), 'new issuance grant');
    }
  }
  if (asof) act('today', 'Return to today', 'as of');
  act('keys', 'Show keyboard shortcuts', 'keyboard shortcuts help');
  return [
    ...nav.map(({ label, href, group, letter }): Entry => {
      const note = letter && `g ${letter}`;
      return { id: `page:${href}`, label, note, group: 'Pages', href: href as Route, find: group };
    }),
    ...actions,
    ...reports.map(({ slug, title }): Entry => {
      const href = routes.newReport(slug, { issuer, asof });
      return {
        id: `report:${slug}`,
        label: title,
        note: 'File',
        group: 'Reports',
        href,
        find: 'report file',
      };
    }),
  ];
}

/** The other issuers, by name and number. */
export const issuerEntries = (issuers: readonly Listed[], here: number | null): Entry[] =>
  issuers
    .filter(({ customerIssuerId }) => customerIssuerId !== here)
    .map(({ customerIssuerId: id, name, status }) => ({
      id: `issuer:${id}`,
      label: name,
      note: status && status !== 'Active' ? `${id} · ${status}` : `${id}`,
      group: 'Issuers',
      href: routes.issuer(id),
      find: `${id}`,
    }));

type Plain = { label: string; find: string };
const plain = new WeakMap<Entry, Plain>();

/** The normalized texts of an entry, cached: long lists are searched at every key press. */
function plainOf(entry: Entry): Plain {
  const known = plain.get(entry);
  if (known) return known;
  const made = { label: plainText(entry.label), find: plainText(entry.find ?? '') };
  plain.set(entry, made);
  return made;
}

/** True when the text has the words at its start, or after a character that is no letter or digit. */
function startsWord(text: string, terms: string): boolean {
  for (let at = text.indexOf(terms); at >= 0; at = text.indexOf(terms, at + 1)) {
    if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}

/** 0 equal, 1 at the start, 2 at the start of a word, 3 anywhere else; null when a word is missing. */
function distance(entry: Entry, terms: readonly string[], typed: string): number | null {
  if (entry.whole?.includes(typed)) return 0;
  const { label, find } = plainOf(entry);
  for (const term of terms) if (!label.includes(term) && !find.includes(term)) return null;
  if (label === typed || find === typed || find.startsWith(`${typed} `)) return 0;
  if (label.startsWith(typed)) return 1;
  return startsWord(label, typed) || startsWord(find, typed) ? 2 : 3;
}

const shownAtRest = ['Actions', 'Pages', 'Issuers'];

export type FoundGroup = { group: string; entries: Entry[]; matches: number };

/**
 * Entries that match every typed word, best first within a group and the group with the best match first, at
 * most `most` of each. With nothing typed: pages, actions and issuers.
 */
export function findEntries(entries: readonly Entry[], typed: string, most = 6): FoundGroup[] {
  const terms = plainText(typed).trim().split(/\s+/);
  const whole = terms.join(' ');
  const found = new Map<string, { entry: Entry; at: number }[]>();
  for (const entry of entries) {
    if (!whole && !shownAtRest.includes(entry.group)) continue;
    const at = whole ? distance(entry, terms, whole) : 0;
    if (at === null) continue;
    const group = found.get(entry.group) ?? [];
    found.set(entry.group, group);
    group.push({ entry, at });
  }
  const order = (name: string) => (whole ? groups : shownAtRest).indexOf(name);
  return [...found]
    .map(([group, matches]) => {
      matches.sort((a, b) => a.at - b.at);
      return { group, matches, best: matches[0]?.at ?? 3 };
    })
    .sort((a, b) => a.best - b.best || order(a.group) - order(b.group))
    .map(({ group, matches }) => ({
      group,
      matches: matches.length,
      entries: matches.slice(0, whole ? most : 30).map(({ entry }) => entry),
    }));
}
