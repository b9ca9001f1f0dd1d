import { sum, sumOf } from '../amounts.ts';
import { among, not } from '../facts.ts';
import { demand, put, sorted, where } from '../list.ts';
import type { Model, Row } from '../row.ts';
import { last } from './positions.ts';
import { far, move, names } from './register.ts';

/** A posted transaction to correct, with its certificates and movements; undefined where it cannot be reversed at all. */
export function reversible(m: Model, { issuer, original }: Row) {
  const isMeant = original.issuer === issuer && original.status === 'Completed';
  const isUndone = original.undoes || where(m.txns, { undoes: original })[0];
  if (!isMeant || !'TRN'.includes(original.kind) || isUndone) return undefined;
  const [issued, canceled] = [{ by: original }, { end: original }].map((facts) =>
    sorted(where(m.papers, facts), 'id'),
  ) as [Row[], Row[]];
  const movements = issued
    .filter((one) => one.root)
    .map((one) => ({ moved: one.moved as bigint, last: last(m, one) }));
  const found = {
    issued: issued.filter((one) => !one.root),
    canceled: canceled.filter((one) => !one.isReplaced),
    movements,
  };
  const received = sum(found.issued) + sumOf(movements, ({ moved }) => (moved > 0n ? moved : 0n));
  const given = sum(found.canceled) + sumOf(movements, ({ moved }) => (moved < 0n ? -moved : 0n));
  const touched = [...found.issued, ...found.canceled, ...movements.map((one) => one.last)];
  return { ...found, all: issued, touched, cls: touched[0]!.cls, shares: received > 0n ? received : given };
}
type Found = NonNullable<ReturnType<typeof reversible>>;
/** True when later transactions rest on it: what it issued is canceled, or its class had a split since. */
export function isRestedOn(m: Model, { original }: Row, { issued, cls, movements }: Found) {
  const actions = where(m.papers, { cls }).map((one) => one.by);
  const isLater = ({ kind, order }: Row) => 'FVD'.includes(kind) && order > original.order;
  const isPast = ({ moved, last: row }: Found['movements'][number]) =>
    row.canceled !== far || row.shares < moved;
  return issued.some((one) => one.canceled !== far) || movements.some(isPast) || actions.some(isLater);
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
const fresh = {
  ...{ key: undefined, end: undefined, parent: undefined, reserve: undefined, number: undefined },
  ...{ root: undefined, replaces: undefined, of: undefined, made: undefined },
};
/** Reverses a transaction and posts the transfer that replaces it, if lines say which; the certificates made. */
export function correct(m: Model, item: Row, today: string): Row[] {
  const { issuer, original, lines, purpose, received, presentor, isRoutine, effective, carried } = item;
  const found = reversible(m, item);
  demand(found && !isRestedOn(m, item, found));
  const { issued, canceled, cls, movements, all } = found!;
  const day = effective || original.effective;
  demand(day >= original.effective && (original.kind !== 'N' || !canceled[0]));
  const facts = { issuer, received, presentor, isRoutine, status: 'Pending', key: null };
  const common = { today, processed: today, effective: day };
  const txn = { ...facts, kind: opposite[original.kind], undoes: original, isItem: false } as Row;
  const again = canceled.map((one) => ({ ...one, ...fresh }) as object as Row);
  const back = movements.map(({ moved, last: row }) => ({ ...row, ...fresh, shares: row.shares - moved }));
  const add = [...again, ...back.filter((one) => one.shares > 0n)];
  const rows = movements.map((one) => one.last);
  const isApart = !movements[0] && canceled.every((one) => !one.root);
  // Shares that were issued out of a reserve go back to it.
  const drawn = original.kind === 'N' ? where(all, { reserve: Boolean }) : [];
  const postings = drawn.map((one) => ({ ...one, kind: 'reserved', shares: one.moved ?? one.shares }));
  // Each stop on what goes has to be listed; it goes on at every certificate that is issued again.
  const stops = activeOn(m, issued);
  demand(!activeOn(m, rows)[0]);
  demand(stops.length === carried.length && carried.every(among(stops)));
  demand(!carried[0] || (canceled[0] && !lines[0]));
  demand(item.isPapered || !needsPapers(original, issued));
  const moved = (isIn: boolean) => movements.filter((one) => one.moved > 0n === isIn).map((one) => one.last);
  const parties = { from: names([...issued, ...moved(true)]), to: names([...canceled, ...moved(false)]) };
  const undone = { cancel: [...issued, ...rows], add, postings, isApart, ...parties };
  const isResolving = carried.length > 0;
  const made = move(m, { ...common, txn, isResolving, undone: undone as object as Row });
  for (const stop of carried)
    for (const certificate of made.filter((one) => !one.root)) {
      const placed = stop.placed > day ? stop.placed : day;
      put(m.stops, { kind: stop.kind, issuer, placed, released: '', certificate } as Row);
    }
  // Stops that the original released return.
  for (const [at, one] of canceled.entries())
    for (const stop of where(m.stops, { certificate: one, end: original })) {
      const { kind } = stop;
      put(m.stops, { kind, issuer, placed: day, released: '', certificate: again[at]!.made } as Row);
    }
  if (!lines[0]) return made;
  demand(
    original.kind === 'T' && ![...canceled, ...moved(false), ...lines].some((one) => one.holder.isNominee),
  );
  const replacement = { ...facts, kind: 'T', isItem: false } as Row;
  const cancel = made.filter((one) => !one.root || one.moved! > 0n);
  const given = { ...common, txn: replacement, cls, cancel, lines, purpose, isResolving: true };
  return [...made, ...move(m, given as object as Row)];
}
