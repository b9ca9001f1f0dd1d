// Entries of the navigation menu, by rights of the user and current issuer.

import { routes } from '#lib/routes';
import type { NavItem } from './navigation.tsx';

/**
 * What the menu depends on: the user may see figures, has more than one issuer, is agent staff, may register
 * holders and issuances, administers accounts and the audit trail.
 */
export type NavRights = {
  figures: boolean;
  portfolio: boolean;
  agent: boolean;
  writes: boolean;
  administers: boolean;
  /** The registry can bring in registers, and the user may. */
  bringsIn?: boolean;
  /** The registry reads position files of the depository, and the user may see them. */
  positions?: boolean;
  /** The registry takes bulk sheets, and the user may send them. */
  sendsBulk?: boolean;
  /** The registry takes requests of issuers, and the user may send or read them. */
  requests?: boolean;
  /** The registry takes registers out, and the user may ask for that. */
  exports?: boolean;
};

/**
 * Pages this user may open, at most five per group; inside an issuer they keep the as-of date. `letter`: key
 * pressed after `g` to open the page; each is used once, and four pages have none.
 */
export function navFor(state: { issuer: number | null; asof: string | null; rights: NavRights }): NavItem[] {
  const { issuer, asof, rights } = state;
  const saved = { asof };
  const items: NavItem[] = [];
  if (rights.portfolio && rights.figures)
    items.push({ group: 'All issuers', label: 'Portfolio', letter: 'a', href: routes.home() });
  if (rights.figures)
    items.push({
      group: rights.portfolio ? 'All issuers' : 'Events',
      label: 'Calendar',
      letter: 'x',
      href: routes.calendar(issuer === null ? {} : { issuer }),
    });
  if (rights.agent)
    items.push(
      { group: 'All issuers', label: 'Work queue', letter: 'q', href: routes.opsQueue() },
      { group: 'All issuers', label: 'Rejections', letter: 'j', href: routes.opsRejections() },
    );
  if (rights.bringsIn)
    items.push({ group: 'Import', label: 'Bring in a register', letter: 'g', href: routes.bringIn() });
  if (rights.sendsBulk) items.push({ group: 'Import', label: 'Bulk sheets', href: routes.bulk() });
  if (issuer !== null && rights.figures) {
    items.push(
      { group: 'Register', label: 'Overview', letter: 'o', href: routes.issuer(issuer, saved) },
      { group: 'Register', label: 'Cap table', letter: 'c', href: routes.capTable(issuer, saved) },
      { group: 'Register', label: 'Holders', letter: 'h', href: routes.holders(issuer, saved) },
      { group: 'Register', label: 'Certificates', letter: 'e', href: routes.certificates(issuer, saved) },
      { group: 'Register', label: 'Transactions', letter: 't', href: routes.transactions(issuer, saved) },
      { group: 'Analysis', label: 'Ownership', letter: 'w', href: routes.ownership(issuer, saved) },
      { group: 'Analysis', label: 'Dilution', letter: 'd', href: routes.dilution(issuer, saved) },
      { group: 'Analysis', label: 'Scenarios', href: routes.scenarios(issuer, saved) },
      { group: 'Analysis', label: 'Compare', letter: 'm', href: routes.compare(issuer, saved) },
      { group: 'Analysis', label: 'Balances', letter: 'b', href: routes.balances(issuer, saved) },
      { group: 'Events', label: 'Proxies', letter: 'p', href: routes.proxies(issuer, saved) },
      { group: 'Events', label: 'Dividends', letter: 'v', href: routes.dividends(issuer, saved) },
    );
  }
  if (issuer !== null && rights.requests)
    items.push({ group: 'Events', label: 'Requests', href: routes.requests(issuer) });
  if (issuer !== null && rights.writes)
    items.push({ group: 'Events', label: 'Issue shares', letter: 'i', href: routes.issue(issuer) });
  items.push({ group: 'Files', label: 'Download a report', letter: 'f', href: routes.get({ issuer }) });
  items.push({
    group: 'Files',
    label: 'Reports',
    letter: 'r',
    href: issuer === null ? routes.reports() : routes.issuerReports(issuer, saved),
    also: routes.reports(),
  });
  items.push({ group: 'Files', label: 'Downloads', letter: 'l', href: routes.downloads() });
  if (rights.exports) items.push({ group: 'Files', label: 'Export registers', href: routes.exports() });
  items.push({ group: 'Files', label: 'Verify a file', letter: 's', href: routes.verify() });
  if (rights.agent)
    items.push(
      { group: 'Compliance', label: 'Turnaround', letter: 'u', href: routes.opsTurnaround() },
      { group: 'Compliance', label: 'Proof', letter: 'k', href: routes.proof() },
      ...(rights.positions
        ? [{ group: 'Compliance', label: 'Depository', href: routes.depository() } as const]
        : []),
      { group: 'Compliance', label: 'TA-2', letter: 'y', href: routes.opsTa2() },
    );
  if (rights.administers)
    items.push(
      { group: 'Administration', label: 'Users', letter: 'n', href: routes.users() },
      { group: 'Administration', label: 'Audit', letter: 'z', href: routes.audit() },
      { group: 'Administration', label: 'Sending', href: routes.sending() },
    );
  return items;
}
