import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { RegisterFile } from './types.ts';

/** What the page says about the journal of another registry; pure. */

type History = NonNullable<NonNullable<RegisterFile['pull']>['history']>;

export type Accounted = { what: string; result: string };

/** What the other registry gave, and what of it the books here will have. */
export function historyText({ pull, books, asOf }: Pick<RegisterFile, 'pull' | 'books' | 'asOf'>): string {
  const { transactions = 0, firstOn, lastOn } = pull?.history ?? {};
  if (!firstOn || !lastOn) return 'The journal of the other registry has no transaction.';
  const period =
    firstOn === lastOn ? `of ${formatDate(firstOn)}` : `of ${formatDate(firstOn)} to ${formatDate(lastOn)}`;
  const noun = Number(transactions) === 1 ? 'transaction' : 'transactions';
  const given = `The other registry gave ${formatShares(transactions)} ${noun} ${period}.`;
  if (!books) return given;
  if (pull?.withoutHistory)
    return `${given} It was left out, as chosen when the pull began: the books here begin on ${formatDate(books.from ?? asOf)}.`;
  if (Number(books.transactions) === 0)
    return `${given} None is brought in: the books here begin on ${formatDate(books.from ?? asOf)}. The findings say why.`;
  const all = Number(books.transactions) === Number(transactions);
  return `${given} ${formatShares(books.transactions)} of them ${Number(books.transactions) === 1 ? 'is' : 'are'} brought in: the books here begin on ${formatDate(books.from)}.${all ? '' : ' The findings say why the others are left out.'} What the interface does not give of a transaction, such as purpose, authority and ratio, stays blank.`;
}

const countOf = (count: number | bigint, none: string) => (Number(count) === 0 ? none : formatShares(count));

/** Each comparison within the journal. */
export function accountedFor(history: History): Accounted[] {
  const { notIssued, canceledNotIssued, unequalTransfers, differingClasses } = history;
  return [
    { what: 'Outstanding certificates that no transaction issued', result: countOf(notIssued, 'none') },
    { what: 'Canceled certificates that no transaction issued', result: countOf(canceledNotIssued, 'none') },
    { what: 'Transfers that issue other shares than they cancel', result: countOf(unequalTransfers, 'none') },
    {
      what: 'Classes whose issued less canceled shares are not the issued shares',
      result: differingClasses.length === 0 ? 'none' : differingClasses.join(', '),
    },
  ];
}
