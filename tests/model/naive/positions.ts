import { sum } from '../amounts.ts';
import { unique, where } from '../list.ts';
import type { Model, Row } from '../row.ts';

/**
 * The nominee's position of a class: papers under one number, each the position until its next movement. `root` is its
 * first paper, `step` the number of the movement, `moved` what it added.
 */
const far = '9999-12-31';

/** The last paper of a position; any other paper is its own. */
export const last = (m: Model, one: Row): Row =>
  one.root ? where(m.papers, { root: one.root }).reduce((a, b) => (b.step > a.step ? b : a)) : one;
export const rootOf = (one: Row): Row => one.root ?? one;
/** A paper as it is shown: a position has id, day of issue and transaction of its first paper, and the end of its last. */
export const shown = (m: Model, one: Row): Row => {
  const { id, issued, by } = rootOf(one);
  return { ...one, id, issued, by, canceled: last(m, one).canceled };
};
/** What a transaction canceled and issued; of positions the shares it moved. */
export function sidesOf(m: Model, txn: Row): { ended: Row[]; made: Row[] } {
  const issued = where(m.papers, { by: txn }).map((one) => ({ ...one, shares: one.moved ?? one.shares }));
  const canceled = where(m.papers, { end: txn }).filter((one) => !one.isReplaced);
  const taken = issued.filter((one) => one.shares < 0n).map((one) => ({ ...one, shares: -one.shares }));
  const [ended, made] = [[...canceled, ...taken], issued.filter((one) => one.shares > 0n)];
  return {
    ended: ended.map((one) => shown(m, one)),
    made: made.map((one) => ({ ...shown(m, one), issued: one.issued })),
  };
}

const isEntry = (one: Row) =>
  one.holder.isNominee &&
  (one.form ?? 'BookEntry') === 'BookEntry' &&
  (one.prefix ?? 'FB') === 'FB' &&
  one.code === 'N';
const isFreeOn = (m: Model, one: Row, day: string) =>
  where(m.stops, { certificate: one }).every(
    (stop) => stop.released && (stop.placed > day || stop.released <= day),
  );

type Moved = { cancel: Row[]; add: Row[] };
/** Lets what nominees are issued join their position; a transfer takes in their other entries of the class. */
export function joined(m: Model, kind: string, { cancel, add }: Moved, day: string): Moved {
  if (!'NTCR'.includes(kind)) return { cancel, add };
  const joining = add.filter((one) => isEntry(one) && (one.key ?? null) === null);
  const all = [...cancel];
  let made = [...add];
  for (const first of joining) {
    const { cls, holder } = first;
    const lines = where(joining, { cls, holder });
    if (lines[0] !== first) continue;
    const open = where(m.papers, { cls, holder, canceled: far }).filter(isEntry);
    const canMove = (one: Row) => one.issued <= day && (cancel.includes(one) || isFreeOn(m, one, day));
    if (open.some((one) => one.root && !canMove(one))) continue;
    const rank = (one: Row) => (one.root ? 0 : cancel.includes(one) ? 1 : 2);
    const less = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
    const [position, ...others] = open
      .filter(canMove)
      .toSorted((a, b) => rank(a) - rank(b) || less(b.shares, a.shares) || less(a.id, b.id));
    if (!position) continue;
    const takenIn = kind === 'T' ? others.filter((one) => !cancel.includes(one)) : [];
    const before = cancel.includes(position) ? 0n : position.shares;
    const shares = before + sum([...lines, ...takenIn]);
    if (shares === position.shares) continue;
    all.push(...(before ? [position] : []), ...takenIn);
    const { number, key } = position;
    const facts = { cls, holder, code: 'N', form: 'BookEntry', prefix: 'FB', number, key, shares };
    const one = { ...facts, replaces: position, of: lines, reserve: first.reserve } as object as Row;
    made = made.flatMap((each) => (each === first ? [one] : lines.includes(each) ? [] : [each]));
  }
  return { cancel: unique(all), add: made };
}
/** Marks of a new paper in its position; the paper it replaces is marked too. */
export function placeIn({ replaces, shares }: Row) {
  // What comes of this paper later replaces nothing.
  const done = { replaces: undefined, of: undefined };
  if (!replaces)
    return { ...done, root: undefined, step: undefined, moved: undefined, isReplaced: undefined };
  const { root = replaces, step = 0n, moved = replaces.shares } = replaces;
  Object.assign(replaces, { root, step, moved, isReplaced: true });
  return { ...done, root, step: step + 1n, moved: shares - replaces.shares, isReplaced: false };
}
