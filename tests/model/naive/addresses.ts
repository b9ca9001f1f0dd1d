import { plusMonths } from '../days.ts';
import { demand, put, sorted, where } from '../list.ts';
import type { Model, Row, Some } from '../row.ts';

/** Items of an account's address: what refuses and what warns, as codes, and what posting changes. */
type Plan = { refusals: string[]; warnings: string[]; changes?: Some; row?: Some };
const plans: Record<string, (m: Model, item: Row, today: string) => Plan> = {
  AddressHold: (_, { holder, received }) => ({
    refusals: holder.bad ? ['badAddress'] : [],
    warnings: [],
    changes: { bad: received },
  }),
  AddressRelease: (_, { holder }) => ({
    refusals: holder.bad || holder.lost ? [] : ['badAddress'],
    warnings: [],
    changes: { bad: '', lost: '' },
  }),
  /** A holder is lost from the day mail came back, unless it is sent again within a month. */
  ReturnedMail(_, { issuer, holder, mailed, returned, resent }, today) {
    const isLost = !resent || resent > plusMonths(returned, 1);
    const changes = { bad: holder.bad || returned, lost: holder.lost || (isLost ? returned : '') };
    const isInOrder = returned <= today && mailed <= returned;
    const row = { issuer, holder, mailed, returned, resent };
    return { refusals: isInOrder ? [] : ['dateOrder'], warnings: [], changes, row };
  },
  /** The first search counts from the third month on, each later one from the sixth after the one before. */
  LostSearch(m, { issuer, holder, number, searched }, today) {
    const isFuture = searched > today ? ['dateOrder'] : [];
    if (!holder.lost) return { refusals: [...isFuture, 'notLost'], warnings: [] };
    const counted = where(m.searches, { issuer, holder, number: number - 1n, isCounted: true });
    const [before] = sorted(counted, 'searched-').filter((one) => one.searched >= holder.lost);
    const from = number === 1n ? plusMonths(holder.lost, 3) : before && plusMonths(before.searched, 6);
    const to = plusMonths(number === 1n ? holder.lost : (before?.searched ?? ''), 12);
    const isCounted = from !== undefined && searched >= from;
    const late = searched > to ? ['searchLate'] : [];
    const row = { issuer, holder, number, searched, isCounted };
    return { refusals: isFuture, warnings: isCounted ? late : ['searchTooEarly'], row };
  },
};
export const isOfAddress = ({ kind }: Row) => kind in plans;
const planOf = (m: Model, item: Row, today: string) => {
  const hasAccount = where(m.accounts, { issuer: item.issuer, holder: item.holder })[0];
  return hasAccount ? plans[item.kind]!(m, item, today) : { refusals: ['unknownAccount'], warnings: [] };
};
/** The codes that an approval rests on. */
export function addressCodes(m: Model, item: Row, today: string): string[] {
  const { refusals, warnings } = planOf(m, item, today);
  return [...refusals, ...warnings];
}
/** Carries out an item of an address; no certificate is made. */
export function changeAddress(m: Model, item: Row, today: string): never[] {
  const { refusals, changes, row } = planOf(m, item, today);
  demand(!refusals[0]);
  Object.assign(item.holder, changes);
  if (row) put(item.kind === 'LostSearch' ? m.searches : m.mails, row as Row);
  return [];
}
