import { routes } from '#lib/routes';
import type { NavItem } from '@/components/shell/navigation';

/** What the menu depends on: may figures be read at all, is there more than one issuer to look over. */
export type NavRights = { figures: boolean; portfolio: boolean };

/** Pages that exist for this person; inside an issuer they keep the as-of date. */
export function navFor(state: { issuer: number | null; asof: string | null; rights: NavRights }): NavItem[] {
  const { issuer, asof, rights } = state;
  const kept = { asof };
  const items: NavItem[] = [];
  if (rights.portfolio) items.push({ group: 'All issuers', label: 'Portfolio', href: routes.home() });
  if (issuer !== null && rights.figures) {
    items.push(
      { group: 'Register', label: 'Overview', href: routes.issuer(issuer, kept) },
      { group: 'Register', label: 'Cap table', href: routes.capTable(issuer, kept) },
      { group: 'Analysis', label: 'Ownership', href: routes.ownership(issuer, kept) },
    );
  }
  items.push({
    group: 'Files',
    label: 'Reports',
    href: issuer === null ? routes.reports() : routes.issuerReports(issuer, kept),
    also: routes.reports(),
  });
  items.push({ group: 'Files', label: 'Downloads', href: routes.downloads() });
  return items;
}
