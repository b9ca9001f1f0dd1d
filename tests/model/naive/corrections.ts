import { sum } from '../amounts.ts';
import { among, not } from '../facts.ts';
import type { Model, Row } from '../row.ts';
import { demand, put, sorted, where } from '../rows.ts';
import { far, move, names } from './register.ts';

/** A posted transaction to correct, with its certificates; undefined where it cannot be reversed at all. */
export function reversible(m: Model, { issuer, original }: Row) {
  const isMeant = original.issuer === issuer && original.status === 'Completed';
  const isUndone = original.undoes || where(m.txns, { undoes: original })[0];
  if (!isMeant || !'TRN'.includes(original.kind) || isUndone) return undefined;
  const [issued, canceled] = [{ by: original }, { end: original }].map((facts) =>
    sorted(where(m.papers, facts), 'id'),
  ) as [Row[], Row[]];
  const { cls } = (issued[0] ?? canceled[0])!;
  return { issued, canceled, cls, shares: sum(issued[0] ? issued : canceled) };
}
/** True when later transactions rest on it: what it issued is canceled, or its class had a split since. */
export function isRestedOn(m: Model, { original }: Row, { issued, cls }: { issued: Row[]; cls: Row }) {
  const actions = where(m.papers, { cls }).map((one) => one.by);
  const isLater = ({ kind, order }: Row) => 'FVD'.includes(kind) && order > original.order;
  return issued.some((one) => one.canceled !== far) || actions.some(isLater);
}
const activeOn = (m: Model, certificates: Row[]) =>
  where(m.stops, { certificate: among(certificates) }).filter((one) => !one.released);
/** Paper that went out, shares at the depository and property at a state come back by papers of their own. */
const needsPapers = ({ purpose }: Row, issued: Row[]) =>
  purpose?.startsWith('Depository') ||
  purpose === 'Escheat' ||
  issued.some((one) => one.form === 'Certificate');
/** A cash dividend on its list was paid since, which is a warning. */
export const isPaidOn = (m: Model, { original, effective }: Row, { cls }: { cls: Row }) =>
  where(m.dividends, { cls, kind: not('Stock'), record: not('') }).some(
    (one) => one.paid && one.record >= (effective || original.effective),
  );
const opposite: Record<string, string> = { T: 'T', R: 'N', N: 'R' };
const fresh = { key: undefined, end: undefined, parent: undefined, reserve: undefined };
/** Reverses a transaction and posts the transfer that replaces it, if lines say which; the certificates made. */
export function correct(m: Model, item: Row, today: string): Row[] {
  const { issuer, original, lines, purpose, received, presentor, isRoutine, effective, carried } = item;
  const found = reversible(m, item);
  demand(found && !isRestedOn(m, item, found));
  const { issued, canceled, cls } = found!;
  const day = effective || original.effective;
  demand(day >= original.effective && (original.kind !== 'N' || !canceled[0]));
  const facts = { issuer, received, presentor, isRoutine, status: 'Pending', key: null };
  const common = { today, processed: today, effective: day };
  const txn = { ...facts, kind: opposite[original.kind], undoes: original, isItem: false } as Row;
  const add = canceled.map((one) => ({ ...one, ...fresh }));
  // Shares that were issued out of a reserve go back to it.
  const drawn = original.kind === 'N' ? where(issued, { reserve: Boolean }) : [];
  const postings = drawn.map((one) => ({ ...one, kind: 'reserved' }));
  // Each stop on what goes has to be listed; it goes on at every certificate that is issued again.
  const stops = activeOn(m, issued);
  demand(stops.length === carried.length && carried.every(among(stops)));
  demand(!carried[0] || (canceled[0] && !lines[0]));
  demand(item.isPapered || !needsPapers(original, issued));
  const undone = { cancel: issued, add, postings, from: names(issued), to: names(canceled) };
  const isResolving = carried.length > 0;
  const made = move(m, { ...common, txn, isResolving, undone: undone as object as Row });
  for (const stop of carried)
    for (const certificate of made) {
      const placed = stop.placed > day ? stop.placed : day;
      put(m.stops, { kind: stop.kind, issuer, placed, released: '', certificate } as Row);
    }
  // Stops that the original released return.
  for (const [at, one] of canceled.entries())
    for (const stop of where(m.stops, { certificate: one, end: original })) {
      const { kind } = stop;
      put(m.stops, { kind, issuer, placed: day, released: '', certificate: made[at] } as Row);
    }
  if (!lines[0]) return made;
  demand(original.kind === 'T' && ![...canceled, ...lines].some((one) => one.holder.isNominee));
  const replacement = { ...facts, kind: 'T', isItem: false } as Row;
  const given = { ...common, txn: replacement, cls, cancel: made, lines, purpose, isResolving: true };
  return [...made, ...move(m, given as object as Row)];
}
