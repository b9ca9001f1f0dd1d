import { formatDate } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import type { RegisterFile } from './types.ts';

/** What the page says about the journal of another registry; pure. */

type History = NonNullable<NonNullable<RegisterFile['pull']>['history']>;

export type Accounted = { what: string; result: string };

export function historyText({ transactions, firstOn, lastOn }: History): string {
  if (firstOn === null || lastOn === null) return 'The journal of the other registry has no transaction.';
  const period =
    firstOn === lastOn ? `of ${formatDate(firstOn)}` : `of ${formatDate(firstOn)} to ${formatDate(lastOn)}`;
  const one = Number(transactions) === 1;
  return `${formatShares(transactions)} ${one ? 'transaction' : 'transactions'} ${period} ${one ? 'is' : 'are'} kept as files and not posted: the interface gives neither purpose nor authority nor terms of a transaction, nor earlier authorized shares.`;
}

const countOf = (count: number | bigint, none: string) => (Number(count) === 0 ? none : formatShares(count));

/** Each comparison within the journal, for whoever keeps it beside the books. */
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
