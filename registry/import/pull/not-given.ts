// Lists as notes what the interface of another registry does not give.

import { short } from '../findings.ts';
import type { HistoryRows } from './history-rows.ts';
import { givenJournalName, givenLinesName } from './journal-files.ts';
import { isCompleted, type RemoteRegister } from './read-registry.ts';
import type { Report } from './report.ts';
import { restrictionOf } from './texts.ts';

/** What no operation of the interface gives as data, and what stands in its place. */
const never: readonly (readonly [what: string, instead: string])[] = [
  ['Days of acquisition', 'the day of issue is taken'],
  ['Tax lots', 'they are left out'],
  ['Certified tax ids', 'none counts as certified'],
  ['Separate lines of a registration', 'the name is one line'],
  ['Bad addresses and lost holders', 'none is marked'],
  ['Access codes of holders', 'new ones are made'],
  ['How dividends are paid', 'Check is taken'],
  ['Documents of authorized shares and reserves', 'the totals of earlier days are taken, where they changed'],
  [
    'Earlier sizes of single reserves, and their purposes',
    'one reserve for all of a class is taken until today, of kind Other',
  ],
  ['Votes, direct registration and plans of classes', 'one vote for a share, the others N'],
  ['Notes of stops, and stops that were released', 'they are left out'],
  ['Open differences between control book and register', 'none is entered'],
  ['Prices, contacts, rejections, documents and the work queue', 'they are left out'],
];

/** Lists as notes what cannot be brought over, with numbers where they are known. */
export function listNotGiven(read: RemoteRegister, { journal }: HistoryRows, report: Report): void {
  const note = (sentence: string) => report(undefined, 'R01', 'note', sentence);
  for (const [what, instead] of never) note(`${what} are not given by the interface: ${instead}.`);
  for (const { className, securityDescription } of read.balances)
    if (securityDescription && securityDescription !== className)
      note(
        `The description of ${className}, ${short(securityDescription)}, has no place here. It is left out.`,
      );
  const days = read.journal.map((one) => one.effectiveDate.slice(0, 10)).sort();
  if (days.length > 0)
    note(
      `Transactions of ${days[0]} to ${days.at(-1)}: ${days.length}. The file keeps them as ${givenJournalName} and ${givenLinesName}.`,
    );
  if (journal.length > 0) {
    note(
      `Transactions that are brought in, as far as the check finds no rule broken: ${journal.length}. Purpose, authority, ratio, rule for fractions, cash price, charge, reserve and comments of transactions are not given by the interface: they stay blank.`,
    );
  } else if (days.length > 0) note(`No transaction is brought in. The books begin on ${read.day}.`);
  const restricted = read.certificates.filter(
    (one) => one.canceled === '' && restrictionOf(one.restriction) !== 'N',
  ).length;
  if (restricted > 0)
    report(
      undefined,
      'R03',
      'warning',
      `Texts of legends are not given by the interface: ${restricted} restricted certificates keep their code without a text.`,
    );
  const canceled = read.certificates.filter((one) => one.canceled !== '').length;
  if (canceled > 0 && journal.length === 0)
    note(`Canceled certificates: ${canceled}. They are left out with their transactions.`);
  if (!read.limits.isExact)
    report(
      undefined,
      'R03',
      'warning',
      'Authorized and reserved shares changed too often to find the day of every change. Some are taken on a later day, at most three months.',
    );
  const pending = read.statuses.filter((one) => one.status === 'Pending').length;
  if (pending > 0) note(`Pending transactions: ${pending}. They are left out; enter them again.`);
  const ended = read.statuses.length - pending - read.statuses.filter(isCompleted).length;
  if (ended > 0) note(`Rejected and canceled transactions: ${ended}. They are left out.`);
  const { meetings, dividends } = read.events;
  if (meetings > 0) note(`Meetings: ${meetings}. Votes and entitlements are not given; they are left out.`);
  if (dividends > 0) note(`Dividends: ${dividends}. Payments are not given; they are left out.`);
}
