import { formatDate } from '#lib/format/dates';
import { exact } from '#lib/format/exact-shares';
import { balanceChecks } from '../balance-checks.ts';
import { type Balance, capacityOf } from '../capacity.ts';
import { type Check, mustEqual, mustStayWithin } from '../checks.ts';
import type { Dividend } from '../dividends.ts';
import type { Meeting } from '../meetings/meetings.ts';
import { type CapTable, type CapTableRow, classLines } from '../ownership/cap-table.ts';
import { capTableChecks } from '../ownership/cap-table-checks.ts';
import { type Diluted, dilutionByClass, dilutionChecks } from '../ownership/dilution.ts';
import { type Ownership, ownershipByClass } from '../ownership/ownership.ts';
import { ownershipChecks } from '../ownership/ownership-checks.ts';
import { balanceOf, rollForward } from '../transactions/class-balance.ts';
import type { JournalEntry } from '../transactions/journal.ts';
import { linesOfEntry, movesByClass } from '../transactions/movement.ts';
import type { CheckGroup } from './check-group.ts';
import { percentChecks, writtenAsCounted } from './text-checks.ts';

/** The data read, or a sentence on why it could not be read. */
export type Got<T> = { data: T } | { message: string };

export type Answers = {
  /** The day compared. */
  day: string;
  balances: readonly Balance[];
  ownership: Got<Ownership>;
  /** Null on a past day: the interface has no cap table of one. */
  capTable: Got<{ rows: readonly CapTableRow[]; securities: CapTable['securities'] }> | null;
  diluted: Got<Diluted>;
  /** The journal from `from` to the day, and the balances at the close of the day before. */
  period: Got<{ from: string; entries: readonly JournalEntry[]; opening: readonly Balance[] }>;
  meetings: Got<readonly Meeting[]>;
  dividends: Got<readonly Dividend[]>;
  /** Balances at record dates; days that were not read are missing. */
  recordDays: ReadonlyMap<string, readonly Balance[]>;
};

const unread = (id: string, text: string, message: string): Check => ({
  id,
  text,
  left: '–',
  right: '–',
  result: 'cannot be checked',
  reason: message,
});

const checksOf = <T>(got: Got<T>, id: string, text: string, make: (data: T) => Check[]): Check[] =>
  'data' in got ? make(got.data) : [unread(id, text, got.message)];

const outstandingOf = (balances: readonly Balance[] | undefined, className: string) =>
  exact(balances?.find((one) => one.className === className)?.totalOutstandingShares);

const issuedOf = (balances: readonly Balance[]) => (className: string) => {
  const balance = balances.find((one) => one.className === className);
  return balance ? capacityOf(balance).issued : balances.length > 0 ? 0n : null;
};

/** Every reconciliation that the responses of the interface allow, grouped by subject. */
export function answerChecks(given: Answers): CheckGroup[] {
  const { balances } = given;
  const day = formatDate(given.day);
  const meetings = 'data' in given.meetings ? given.meetings.data : [];
  const dividends = 'data' in given.dividends ? given.dividends.data : [];
  const groups: CheckGroup[] = [
    {
      id: 'balance',
      title: 'Authorized, issued, outstanding',
      inputs: `Issuer balance, ${day}`,
      checks: [...balanceChecks(balances), ...writtenAsCounted('balance', 'Balance', balances)],
    },
    {
      id: 'ownership',
      title: 'Holdings equal outstanding',
      inputs: `Ownership and issuer balance, ${day}`,
      checks: checksOf(given.ownership, 'ownership', 'Holdings equal outstanding', (ownership) => [
        ...ownershipChecks(ownershipByClass(ownership), balances),
        ...percentChecks(ownership),
        ...writtenAsCounted(
          'ownership',
          'Ownership',
          ownership.accounts.flatMap((one) => one.securities),
        ),
      ]),
    },
    {
      id: 'cap-table',
      title: 'Cap table',
      inputs: `All pages of the cap table and the issuer balance, ${day}`,
      checks: given.capTable
        ? checksOf(given.capTable, 'cap-table', 'Rows equal outstanding', ({ rows, securities }) =>
            capTableChecks(classLines(rows, securities), balances),
          )
        : [],
    },
    {
      id: 'diluted',
      title: 'Dilution',
      inputs: `Diluted ownership and issuer balance, ${day}`,
      checks: checksOf(given.diluted, 'diluted', 'Holders and reserves equal the diluted total', (diluted) =>
        dilutionChecks(dilutionByClass(diluted, balances), balances),
      ),
    },
    {
      id: 'journal',
      title: 'Roll-forward',
      inputs:
        'data' in given.period
          ? `Journal from ${formatDate(given.period.data.from)} to ${day}, balances at both ends`
          : 'Journal and balances at both ends',
      checks: checksOf(
        given.period,
        'journal',
        'Opening balance plus transactions equals closing balance',
        ({ entries, opening }) => rollChecks(entries, opening, balances),
      ),
    },
    {
      id: 'meetings',
      title: 'Meetings',
      inputs: 'Meeting list and balances at the record dates',
      checks: checksOf(given.meetings, 'meetings', 'Entitled shares equal outstanding shares', () =>
        meetings.flatMap((one) => meetingChecks(one, given.recordDays)),
      ),
    },
    {
      id: 'dividends',
      title: 'Dividends',
      inputs: 'Dividend list and balances at the record dates',
      checks: checksOf(given.dividends, 'dividends', 'Dividend shares equal outstanding shares', () =>
        dividends
          .filter(({ record }) => given.recordDays.has(record))
          .map((one) =>
            mustEqual(
              `dividend/${one.key}`,
              `${one.type} on ${one.className}, record ${formatDate(one.record)}: shares equal outstanding shares on that date`,
              one.outstanding,
              outstandingOf(given.recordDays.get(one.record), one.className),
            ),
          ),
      ),
    },
  ];
  return groups.filter(({ checks }) => checks.length > 0);
}

function rollChecks(
  entries: readonly JournalEntry[],
  opening: readonly Balance[],
  closing: readonly Balance[],
): Check[] {
  const moves = movesByClass(entries.flatMap(linesOfEntry));
  const still = closing
    .filter(({ className }) => !moves.some((move) => move.className === className))
    .map(({ className }) => ({ className, canceled: 0n, issued: 0n, net: 0n }));
  const uneven = entries.filter((entry) =>
    movesByClass(linesOfEntry(entry)).some((move) => balanceOf(entry.code, move).tick === 'differs'),
  );
  return [
    ...rollForward([...moves, ...still], issuedOf(opening), issuedOf(closing)),
    mustEqual(
      'journal/even',
      'Transactions of the period whose canceled and issued shares do not match their type',
      BigInt(uneven.length),
      0n,
    ),
  ];
}

function meetingChecks(meeting: Meeting, recordDays: Answers['recordDays']): Check[] {
  const { key, title, className, entitled, voted, record } = meeting;
  const fits = mustStayWithin(
    `meeting/${key}/voted`,
    `${title}: voted shares do not exceed entitled shares`,
    voted,
    entitled,
  );
  if (!recordDays.has(record.day)) return [fits];
  return [
    mustEqual(
      `meeting/${key}/entitled`,
      `${title}: entitled shares equal outstanding shares on ${formatDate(record.day)}`,
      entitled,
      outstandingOf(recordDays.get(record.day), className),
    ),
    fits,
  ];
}

/** Past record dates, latest first and at most `max`: each needs a balance request. */
export function recordDaysOf(
  meetings: readonly Meeting[],
  dividends: readonly Dividend[],
  today: string,
  max: number,
): string[] {
  const days = [...meetings.map(({ record }) => record.day), ...dividends.map(({ record }) => record)];
  return [...new Set(days)]
    .filter((day) => day !== '' && day <= today)
    .sort()
    .reverse()
    .slice(0, max);
}
