import type { Match, Model, Row } from '../row.ts';
import { sorted, sum, where } from '../rows.ts';
import { out } from './register.ts';

/** Names sort without regard to case and accents. */
export const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
export const inOrder = (holders: Row[]) => {
  const rows = holders.map((holder) => ({ holder, name: folded(holder.sortName), id: holder.id }));
  return sorted(rows, 'name id').map((one) => one.holder);
};
export const restricted: Match = { code: (code) => code !== 'N' };
export const tally = (cls: Row, papers: Row[]) => {
  const [shares, tied] = [sum(papers), sum(where(papers, restricted))];
  const sums = { shares, restricted: tied, free: shares - tied, count: papers.length };
  const isBook = where(papers, { form: 'BookEntry' }).length > 0;
  return { cls, issuer: cls.issuer, ...sums, isBook, certificates: sorted(papers, 'issued id') };
};
/** What every account holds of every class, by sort name; `whole` is all of the class. */
export const positions = (m: Model, classes: Row[], day: string) => {
  const all = classes.map((cls) => ({ cls, papers: out(m, cls, day), whole: sum(out(m, cls, day)) }));
  const rows = inOrder(m.holders).flatMap((holder) =>
    all.map(({ cls, papers, whole }) => ({ holder, whole, ...tally(cls, where(papers, { holder })) })),
  );
  return rows.filter((one) => one.count > 0);
};
export type Position = ReturnType<typeof positions>[0];
