// Reads the answers of the interface for a day and compares them with each other.

import 'server-only';
import { ApiError, isApiError } from '#lib/api/error';
import { balanceInput, journalInput, ownershipInput } from '#lib/api/register-queries';
import type { SendRequest } from '#lib/api/send-request';
import { addDays } from '#lib/format/dates';
import { formatShares } from '#lib/format/shares';
import {
  type Got,
  groupHeads,
  ofBalances,
  ofCapTable,
  ofDilution,
  ofDividends,
  ofMeetings,
  ofOwnership,
  ofQuarter,
  recordDaysOf,
  type WholeCapTable,
} from '#lib/register/answer-checks/answer-checks';
import type { CheckLine } from '#lib/register/answer-checks/check-group';
import type { Balance } from '#lib/register/capacity';
import type { Check } from '#lib/register/checks';
import { dividendsOf } from '#lib/register/dividends';
import { dividendListInput, proxyListInput } from '#lib/register/list-inputs';
import { meetingsOf } from '#lib/register/meetings/meetings';
import type { CapTableRow } from '#lib/register/ownership/cap-table';
import { quarterStart } from '#lib/register/periods';
import { entriesOf } from '#lib/register/transactions/journal';

const rowsPerPage = 1000;
const pagesAtOnce = 3;
/** Rows of a cap table that are added up; beyond, the table takes longer to read than somebody waits. */
const rowsMax = 100_000;
const tooManyRows = `The cap table has more than ${formatShares(rowsMax)} rows; they were not added up.`;
const recordDaysMax = 6;

/** Turns an ApiError into its message; rethrows anything else, such as a canceled read. */
async function got<T>(reading: Promise<T>): Promise<Got<T>> {
  try {
    return { data: await reading };
  } catch (error) {
    if (isApiError(error)) return { message: error.message };
    throw error;
  }
}

/** Every row of today's cap table with the totals its classes report. The first page says how many there are. */
async function wholeCapTable(request: SendRequest, issuer: number): Promise<WholeCapTable> {
  const read = (start: number) =>
    request('GetShareholderCapTable', {
      CustomerIssuerId: issuer,
      Start: start,
      NumberOfRows: rowsPerPage,
    });
  const pages = [await read(0)];
  const size = pages[0]?.shareholders.length ?? 0;
  const total = Number(pages[0]?.totalShareholderRecords);
  if (total > rowsMax) throw new ApiError('upstream_too_large', { message: tooManyRows });
  for (let start = size; size > 0 && start < total; start += size * pagesAtOnce) {
    const starts = Array.from({ length: pagesAtOnce }, (_, index) => start + index * size);
    pages.push(...(await Promise.all(starts.filter((one) => one < total).map(read))));
    // An empty page ends it, whatever total was reported.
    if (pages.at(-1)?.shareholders.length === 0) break;
  }
  return {
    rows: pages.flatMap((page): readonly CapTableRow[] => page.shareholders),
    securities: pages.at(-1)?.securities ?? [],
  };
}

async function readQuarter(request: SendRequest, issuer: number, day: string) {
  const from = quarterStart(day);
  const [opening, journal] = await Promise.all([
    request('GetIssuerBalance', balanceInput(issuer, addDays(from, -1))),
    request('GenerateTransactionList', journalInput(issuer, from, day)),
  ]);
  const entries = entriesOf(journal);
  if (!entries) throw new ApiError('upstream_unreadable');
  return { entries, opening };
}

type Question = { issuer: number; day: string; today: string; hasBooks: boolean };

/** Meetings and dividends, and the balances at their past record dates. */
async function readEvents(request: SendRequest, { issuer, day, hasBooks }: Question) {
  const [meetings, dividends] = await Promise.all([
    got(request('GetProxyList', proxyListInput(issuer)).then(meetingsOf)),
    // Compared at their record dates only.
    hasBooks ? { data: [] } : got(request('GetDividendList', dividendListInput(issuer)).then(dividendsOf)),
  ]);
  const recordDays = new Map<string, readonly Balance[]>();
  // The books compare record-date lists as they were known when frozen; a balance has later postings as well.
  const dates = hasBooks
    ? []
    : recordDaysOf(
        'data' in meetings ? meetings.data : [],
        'data' in dividends ? dividends.data : [],
        day,
        recordDaysMax,
      );
  for (const date of dates) {
    const read = await got(request('GetIssuerBalance', balanceInput(issuer, date)));
    if ('data' in read) recordDays.set(date, read.data);
  }
  return { meetings, dividends, recordDays };
}

/**
 * The reconciliation of one issuer at the close of a day, given its balances on that day: first which comparisons are
 * made, then each kind of them as soon as its answers are read. `hasBooks`: the sources of the books are read beside it.
 * At most two kinds are read at once, those with a row for each holder last: a large register answers others meanwhile.
 * Throws only when a read was canceled or failed unexpectedly.
 */
export async function* answerCheckLines(
  request: SendRequest,
  question: Question & { balances: readonly Balance[] },
): AsyncGenerator<CheckLine, void, undefined> {
  const { issuer, day, balances } = question;
  const groups = groupHeads(question);
  yield { groups };
  const isMade = (id: string) => groups.some((group) => group.id === id);
  const made = (id: string, checks: readonly Check[]): CheckLine => ({
    id,
    checks,
    readAt: new Date().toISOString(),
  });
  yield made('balance', ofBalances(balances));
  const [quarter, { meetings, dividends, recordDays }] = await Promise.all([
    got(readQuarter(request, issuer, day)),
    readEvents(request, question),
  ]);
  yield made('journal', ofQuarter(quarter, balances));
  yield made('meetings', ofMeetings(meetings, recordDays));
  if (isMade('dividends')) yield made('dividends', ofDividends(dividends, recordDays));
  const [ownership, capTable] = await Promise.all([
    got(request('GetOwnershipPercentage', ownershipInput(issuer, day))),
    isMade('cap-table') ? got(wholeCapTable(request, issuer)) : null,
  ]);
  yield made('ownership', ofOwnership(ownership, balances));
  if (capTable) yield made('cap-table', ofCapTable(capTable, balances));
  const diluted = await got(
    request('GetDilutedPercentage', { customerIssuerId: issuer, cutoff: day, isPDF: false }),
  );
  yield made('diluted', ofDilution(diluted, balances));
}
