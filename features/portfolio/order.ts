// Sorts and searches the issuers of the portfolio.

import type { Part } from '#components/data/queries/use-each-issuer';
import type { Listed } from '#components/register/issuer-choice';
import { plainText } from '#components/ui/input/plain-text';
import type { IssuerStatus } from './issuer-status.ts';

export type Order = 'attention' | 'name' | 'number';
export type IssuerPart = Pick<Part<IssuerStatus>, 'issuer' | 'data' | 'state'>;

/** Statuses that need attention first; an unknown status comes before active ones. */
const rank = (status: string) =>
  status === 'Pending' ? 0 : status === 'Active' ? 2 : status === 'Inactive' ? 3 : 1;

const byName = (a: Listed, b: Listed) =>
  a.name.localeCompare(b.name, 'en') || a.customerIssuerId - b.customerIssuerId;

/** Urgency as one number: not loaded, out of proof, overdue items, then status, then pending items. */
function severity({ issuer, data, state }: IssuerPart): number {
  if (!data) return state === 'failed' ? 0 : 4 + rank(issuer.status);
  if (data.books.kind === 'out of proof') return 1;
  if (data.waiting && data.waiting.late > 0) return 2;
  if (rank(issuer.status) < 2) return 3;
  if (data.waiting === null || data.waiting.pending > 0) return 5;
  return 4 + rank(issuer.status);
}

const longest = ({ data }: IssuerPart) => data?.waiting?.oldest ?? -1;

/** Issuers in the chosen order; 'attention' puts the most urgent first and closed issuers last. */
export function ordered<T extends IssuerPart>(parts: readonly T[], order: Order): T[] {
  const compare: Record<Order, (a: T, b: T) => number> = {
    attention: (a, b) => severity(a) - severity(b) || longest(b) - longest(a) || byName(a.issuer, b.issuer),
    name: (a, b) => byName(a.issuer, b.issuer),
    number: (a, b) => a.issuer.customerIssuerId - b.issuer.customerIssuerId,
  };
  return [...parts].sort(compare[order]);
}

/** Issuers whose name, number or status contains every typed word. */
export function matching<T extends IssuerPart>(parts: readonly T[], terms: string): T[] {
  const query = plainText(terms).split(/\s+/).filter(Boolean);
  return parts.filter(({ issuer: { name, customerIssuerId, status } }) => {
    const text = plainText(`${name} ${customerIssuerId} ${status}`);
    return query.every((word) => text.includes(word));
  });
}
