import { plainText } from '@/components/ui/plain-text';

export type Listed = { customerIssuerId: number; name: string; status: string };
export type Order = 'attention' | 'name' | 'number';

/** Statuses that need somebody first; one nobody has heard of stands before what is in order. */
const rank = (status: string) =>
  status === 'Pending' ? 0 : status === 'Active' ? 2 : status === 'Inactive' ? 3 : 1;

const byName = (a: Listed, b: Listed) =>
  a.name.localeCompare(b.name, 'en') || a.customerIssuerId - b.customerIssuerId;

/** Issuers in the order asked for; 'attention' puts what is not simply active or closed first. */
export function ordered<T extends Listed>(issuers: readonly T[], order: Order): T[] {
  const compare: Record<Order, (a: T, b: T) => number> = {
    attention: (a, b) => rank(a.status) - rank(b.status) || byName(a, b),
    name: byName,
    number: (a, b) => a.customerIssuerId - b.customerIssuerId,
  };
  return [...issuers].sort(compare[order]);
}

/** Issuers whose name, number or status holds every word typed. */
export function matching<T extends Listed>(issuers: readonly T[], words: string): T[] {
  const wanted = plainText(words).split(/\s+/).filter(Boolean);
  return issuers.filter(({ name, customerIssuerId, status }) => {
    const text = plainText(`${name} ${customerIssuerId} ${status}`);
    return wanted.every((word) => text.includes(word));
  });
}
