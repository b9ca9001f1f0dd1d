import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { JournalEntry } from './journal.ts';
import { linesOfEntry, movesByClass } from './movement.ts';

/** Transactions completed after a file was created, by what they mean for its figures. */
export type Changes = {
  /** Completed on a later day, effective on or before the day of the file: its figures are no longer the same. */
  superseding: readonly JournalEntry[];
  /** The same, completed on the day of the file: they may already be in it. */
  sameDay: readonly JournalEntry[];
  /** Effective after the day of the file: later business, which changes nothing in it. */
  later: number;
};

export function changesOf(
  asOf: string,
  afterwards: readonly JournalEntry[],
  onTheDay: readonly JournalEntry[],
): Changes {
  // An effective date that is no date counts as one that matters.
  const matters = ({ effective }: JournalEntry) =>
    !/^\d{4}-\d{2}-\d{2}$/.test(effective) || effective <= asOf;
  const superseding = afterwards.filter(matters);
  return { superseding, sameDay: onTheDay.filter(matters), later: afterwards.length - superseding.length };
}

const transactions = (count: number) =>
  count === 1 ? '1 transaction' : `${formatShares(count)} transactions`;

/** Whether the figures of a file are still those of the books, in sentences. */
export function changeText({ superseding, sameDay, later }: Changes, asOf: string): string {
  const day = formatDate(asOf);
  const first =
    superseding.length > 0
      ? `The books have changed: ${transactions(superseding.length)} completed since ${superseding.length === 1 ? 'takes' : 'take'} effect on or before ${day}.`
      : sameDay.length > 0
        ? `No transaction completed on a later day takes effect on or before ${day}.`
        : `The figures for ${day} are the same today: no transaction completed since takes effect on or before it.`;
  const uncertain =
    sameDay.length > 0
      ? ` ${transactions(sameDay.length)} completed on the day the file was created may be in it or not.`
      : '';
  const business =
    later > 0
      ? ` ${transactions(later)} completed since ${later === 1 ? 'takes' : 'take'} effect later.`
      : '';
  return `${first}${uncertain}${business}`;
}

/** What one late transaction moved in one class. */
export type LatePosting = Pick<JournalEntry, 'id' | 'number' | 'type' | 'effective' | 'processed'> & {
  key: string;
  className: string;
  canceled: bigint | null;
  issued: bigint | null;
  net: bigint | null;
  /** Completed on the day itself: it may already be in the figures. */
  isSameDay: boolean;
};

/** The transactions that supersede figures, one line for each class; those of the day itself last. */
export function latePostings({
  superseding,
  sameDay,
}: Pick<Changes, 'superseding' | 'sameDay'>): LatePosting[] {
  const rows = (entries: readonly JournalEntry[], isSameDay: boolean) =>
    entries.flatMap((entry) => {
      const { id, number, type, effective, processed } = entry;
      const about = { id, number, type, effective, processed, isSameDay };
      const moves = movesByClass(linesOfEntry(entry));
      if (moves.length === 0)
        return [{ ...about, key: entry.key, className: '–', canceled: null, issued: null, net: null }];
      return moves.map(({ className, canceled, issued, net }) => ({
        ...{ ...about, key: `${entry.key}/${className}` },
        ...{ className, canceled, issued, net },
      }));
    });
  return [...rows(superseding, false), ...rows(sameDay, true)];
}
