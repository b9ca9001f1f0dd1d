// Picks the largest holders of a list, and the time limit of reading one.

import 'server-only';
import { ownersOrder } from '#lib/format/exact-shares';

/** A million accounts from a registry that sends ten thousand per second. */
export const summaryMs = 100_000;

type Sized = Parameters<typeof ownersOrder>[0];

/** The first `count` in the order of every list of holders. */
export const largestFirst = <Row extends Sized>(rows: readonly Row[], count: number): Row[] =>
  rows.toSorted(ownersOrder).slice(0, count);
