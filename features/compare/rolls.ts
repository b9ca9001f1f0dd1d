// Makes the roll-forward of every class from the journal and two balances.

import { exact } from '#lib/format/exact-shares';
import type { Balance } from '#lib/register/capacity';
import type { JournalEntry } from '#lib/register/transactions/journal';
import { type ClassFigures, type ClassRoll, rollClasses } from '#lib/register/transactions/roll-forward';
import { holderFinder } from './causes.ts';
import type { Ownership } from './compare.ts';

export type RollInput = {
  entries: readonly JournalEntry[];
  first: Ownership;
  last: Ownership;
  before: readonly Balance[] | null;
  after: readonly Balance[] | null;
};

/** Figures by class; empty where the balance was not read, so that no rest is claimed. */
const figuresOf = (balances: readonly Balance[]): ReadonlyMap<string, ClassFigures> =>
  new Map(
    balances.map((one) => [
      one.className,
      {
        outstanding: exact(one.totalOutstandingShares),
        issued: exact(one.totalIssuedShares),
        restricted: exact(one.totalRestrictedShares),
      },
    ]),
  );

/** The roll-forward of every class; null while a balance is missing. */
export const classRolls = ({ entries, first, last, before, after }: RollInput): ClassRoll[] | null =>
  before && after
    ? rollClasses(entries, figuresOf(before), figuresOf(after), holderFinder([first, last]))
    : null;
