// Reads everything about one issuer from another registry.

import type { InputFor, ResponseFor } from '#lib/contract/index';
import { addDays, addMonths, type CalendarDate, daysBetween, parseDate } from '#lib/format/dates';
import { parseResponse, type ReadId, type RemoteClient } from './client.ts';
import { type Changes, changesOf } from './days-of-change.ts';
import { NotThere, PullStopped, TooLarge } from './errors.ts';
import type { KeptAnswers } from './kept-answers.ts';

type Each<T> = T extends readonly (infer One)[] ? One : never;
type Union<T> = Extract<T, { transactions: unknown }>;

export type RemoteIssuer = Each<ResponseFor<'GetTransferAgentIssuers'>>;
export type RemoteClass = Each<ResponseFor<'GetIssuerSecurityTypes'>>;
export type RemoteBalance = Each<ResponseFor<'GetIssuerBalance'>>;
export type RemoteAccount = Each<ResponseFor<'GetIssuerShareholderDetails'>['shareholders']>;
export type RemoteRecord = Each<ResponseFor<'GetShareholderDetailsList'>['shareholders']>;
export type RemoteCertificate = Each<ResponseFor<'GetHoldingCertificates'>>;
export type RemoteTransaction = Each<Union<ResponseFor<'GenerateTransactionList'>>['transactions']>;
export type RemoteLine = RemoteTransaction['issuedCertificates'][number];
export type RemoteStatus = Each<ResponseFor<'GetTAStatusTransactions'>['transactions']>;
export type CapTable = ResponseFor<'GetShareholderCapTable'>;

/** What the operations of another registry say about one issuer on one day. */
export type RemoteRegister = {
  day: string;
  issuer: RemoteIssuer;
  classes: readonly RemoteClass[];
  definitions: readonly Record<string, unknown>[];
  balances: readonly RemoteBalance[];
  /** Records by account. */
  records: ReadonlyMap<string, RemoteRecord>;
  accounts: readonly RemoteAccount[];
  certificates: readonly RemoteCertificate[];
  capTable: { rows: CapTable['shareholders']; securities: CapTable['securities'] };
  ownership: ResponseFor<'GetOwnershipPercentage'>;
  diluted: ResponseFor<'GetDilutedPercentage'>;
  /** Completed transactions by effective date. */
  journal: readonly RemoteTransaction[];
  /** Transactions in every status. */
  statuses: readonly RemoteStatus[];
  /** Balances of the days on which authorized or reserved shares changed, from the first day of the journal on. */
  limits: Changes<readonly RemoteBalance[]>;
  /** Events that have no place in a register. */
  events: { meetings: number; dividends: number };
};

export type ReadOptions = {
  client: RemoteClient;
  kept: KeptAnswers;
  issuer: number;
  day: string;
  /** Earlier totals are not asked for. */
  withoutHistory?: boolean;
  onStep?: (what: string) => void;
};

const pageRows = 100;
const roundsMax = 3;

/**
 * Reads an issuer by the operations of the interface. Some have no date: when the totals have changed in between,
 * everything is read again.
 */
export async function readRegistry(options: ReadOptions): Promise<RemoteRegister> {
  for (let round = 1; round <= roundsMax; round += 1) {
    const read = await readOnce(options, round);
    if (read) return read;
    await options.kept.drop((key) => key.startsWith(`${round} `));
  }
  throw new PullStopped(
    `The totals of the other registry changed while it was read, ${roundsMax} times. Pull it when nobody works there.`,
  );
}

type Ask = <Id extends ReadId>(id: Id, input: InputFor<Id>, mark?: string) => Promise<ResponseFor<Id>>;

/** Undefined when the totals at the end are not those at the start. */
async function readOnce(options: ReadOptions, round: number): Promise<RemoteRegister | undefined> {
  const { client, kept, issuer: customerIssuerId, day, withoutHistory, onStep } = options;
  const ask: Ask = async (id, input, mark = '') => {
    const key = `${round} ${id} ${JSON.stringify(input)}${mark}`;
    return parseResponse(id, await kept.get(key, () => client.ask(id, input)));
  };
  const ofIssuer = { CustomerIssuerId: customerIssuerId };
  const balancesNow = (mark: string) =>
    ask('GetIssuerBalance', { ...ofIssuer, RestrictionStatus: 'All', CutoffDate: day }, mark);

  /** Of an earlier day: none where the other registry has no books of it. */
  const balancesOn = async (CutoffDate: CalendarDate) => {
    const asked = ask('GetIssuerBalance', { ...ofIssuer, RestrictionStatus: 'All', CutoffDate });
    return asked.catch((error) => {
      if (error instanceof PullStopped && error.isFinal) return [];
      throw error;
    });
  };

  onStep?.('Issuer');
  const issuers = await ask('GetTransferAgentIssuers', {});
  const issuer = issuers.find((one) => one.customerIssuerId === customerIssuerId);
  if (!issuer)
    throw new PullStopped(`The client sees no issuer ${customerIssuerId} in the other registry.`, true);
  const classes = await ask('GetIssuerSecurityTypes', ofIssuer);
  const definitions = await orNone(ask('GetIssuerActiveCertificateDefinitions', ofIssuer));
  const balances = await balancesNow(' start');

  onStep?.('Accounts');
  const accounts = await pages(
    async (Start) => {
      const page = await ask('GetIssuerShareholderDetails', { ...ofIssuer, Start, NumberOfRows: pageRows });
      return { rows: page.shareholders, total: page.totalShareholderRecords };
    },
    onStep && ((count) => onStep(`Accounts ${count}`)),
  );

  onStep?.('Registrations');
  const records = await readRecords(ask, customerIssuerId, accounts, onStep);

  onStep?.('Certificates');
  const certificates = await readCertificates(ask, customerIssuerId, accounts, onStep);

  onStep?.('Totals');
  const securities: CapTable['securities'] = [];
  const rows = await pages(async (Start) => {
    const page = await ask('GetShareholderCapTable', { ...ofIssuer, Start, NumberOfRows: pageRows });
    if (Start === 0) securities.push(...page.securities);
    return { rows: page.shareholders, total: page.totalShareholderRecords };
  });
  const ownership = await ask('GetOwnershipPercentage', { customerIssuerId, cutoff: day });
  const diluted = await ask('GetDilutedPercentage', { customerIssuerId, cutoff: day, isPDF: false });

  onStep?.('Journal');
  const statuses = await pages(async (start) => {
    const page = await ask('GetTAStatusTransactions', {
      ...{ customerIssuerId, filterTransactionType: 'All', transactionStatus: 'All' },
      ...{ orderBy: 'Ascending', sortBy: 'EffectiveDate', start, numberOfRows: pageRows },
    });
    return { rows: page.transactions, total: page.totalRecords };
  });
  const first = firstDay(statuses);
  const journal = first === undefined ? [] : await readJournal(ask, customerIssuerId, first, day, onStep);
  const meetings = await orNone(ask('GetProxyList', { customerIssuerId }));
  const dividends = await orNone(ask('GetDividendList', { customerIssuerId }));

  onStep?.('Totals again');
  const after = await balancesNow(' end');
  if (totalsText(after) !== totalsText(balances)) return undefined;

  onStep?.('Authorized and reserved shares');
  const limits = await readLimits(async (on) => (on === day ? after : balancesOn(on)), {
    first: withoutHistory ? undefined : first,
    day,
    journal,
  });
  return {
    ...{ day, issuer, classes, definitions, balances, records, accounts, certificates, ownership, diluted },
    ...{ capTable: { rows, securities }, journal, statuses, limits },
    events: { meetings: meetings.length, dividends: dividends.length },
  };
}

/** What another registry need not have. */
async function orNone<T>(asked: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NotThere) return [];
    throw error;
  }
}

/** Every row of a list that comes in pages; a page may hold fewer rows than were asked for. */
async function pages<Row>(
  page: (start: number) => Promise<{ rows: readonly Row[]; total: number }>,
  onCount?: (count: number) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { rows: more, total } = await page(rows.length);
    rows.push(...more);
    onCount?.(rows.length);
    if (rows.length >= total) return rows;
    if (more.length === 0)
      throw new PullStopped(`A list of ${total} rows ended after ${rows.length}. Try again.`);
  }
}

/** The list of all records; where it is too large or has no whole records, each record by itself. */
async function readRecords(
  ask: Ask,
  customerIssuerId: number,
  accounts: readonly RemoteAccount[],
  onStep: ReadOptions['onStep'],
): Promise<Map<string, RemoteRecord>> {
  const records = new Map<string, RemoteRecord>();
  try {
    const { shareholders } = await ask('GetShareholderDetailsList', { customerIssuerId });
    for (const one of shareholders)
      if (
        one.customerShareholderId !== undefined &&
        one.primaryAddress !== undefined &&
        one.name !== undefined
      )
        records.set(one.customerShareholderId, one);
  } catch (error) {
    if (!(error instanceof TooLarge || error instanceof NotThere)) throw error;
  }
  for (const [index, { shareholderCustomerId }] of accounts.entries()) {
    if (records.has(shareholderCustomerId)) continue;
    onStep?.(`Registrations ${index + 1} of ${accounts.length}`);
    records.set(
      shareholderCustomerId,
      await ask('GetShareholderDetails', { customerShareholderId: shareholderCustomerId }),
    );
  }
  return records;
}

async function readCertificates(
  ask: Ask,
  customerIssuerId: number,
  accounts: readonly RemoteAccount[],
  onStep: ReadOptions['onStep'],
): Promise<RemoteCertificate[]> {
  try {
    return await ask('GetHoldingCertificates', { customerIssuerId, filterStatus: 'All' });
  } catch (error) {
    const isFinal = error instanceof PullStopped && error.isFinal;
    if (!(error instanceof TooLarge || isFinal)) throw error;
  }
  // Another registry may need the account.
  const certificates: RemoteCertificate[] = [];
  for (const [index, { shareholderCustomerId: customerShareholderId }] of accounts.entries()) {
    onStep?.(`Certificates, account ${index + 1} of ${accounts.length}`);
    const given = { customerIssuerId, customerShareholderId, filterStatus: 'All' } as const;
    certificates.push(...(await ask('GetHoldingCertificates', given)));
  }
  return certificates;
}

export const isCompleted = ({ status }: RemoteStatus) => status === 'Completed';

/** The first effective day of a completed transaction. */
function firstDay(statuses: readonly RemoteStatus[]): string | undefined {
  return statuses
    .filter(isCompleted)
    .flatMap((one) => parseDate(one.effectiveDate) ?? [])
    .sort()[0];
}

/** The journal by effective date, a year at a time; a year that is too large is halved until it fits. */
async function readJournal(
  ask: Ask,
  customerIssuerId: number,
  first: string,
  last: string,
  onStep: ReadOptions['onStep'],
): Promise<RemoteTransaction[]> {
  const journal: RemoteTransaction[] = [];
  const seen = new Set<number>();
  const periods: [from: string, to: string][] = [];
  for (let from = first; from <= last; from = addMonths(from, 12))
    periods.push([from, earlier(addDays(addMonths(from, 12), -1), last)]);
  for (let period = periods.shift(); period; period = periods.shift()) {
    const [startDate, endDate] = period;
    onStep?.(`Journal ${startDate}`);
    try {
      const given = await ask('GenerateTransactionList', {
        ...{ customerIssuerId, filterDateBy: 'EffectiveDate', startDate, endDate },
        ...{ transactionTypeCode: '', isPDF: false, returnJSON: true },
      });
      if (!('transactions' in given))
        throw new PullStopped('GenerateTransactionList gave a file instead of the journal.', true);
      for (const one of given.transactions as RemoteTransaction[]) {
        if (seen.has(one.controlTransactionId)) continue;
        seen.add(one.controlTransactionId);
        journal.push(one);
      }
    } catch (error) {
      if (!(error instanceof TooLarge) || startDate === endDate) throw error;
      const middle = middleOf(startDate, endDate);
      periods.unshift([startDate, middle], [addDays(middle, 1), endDate]);
    }
  }
  return journal;
}

const earlier = (a: string, b: string) => (a < b ? a : b);

function middleOf(from: string, to: string): string {
  return addDays(from, Math.floor((daysBetween(from, to) - 1) / 2));
}

/** Days of earlier totals that are asked for. */
const limitDaysMax = 1500;

const limitsText = (balances: readonly RemoteBalance[]) =>
  JSON.stringify(
    balances.map((one) => [one.securityID, one.authorizedShares, one.totalReserveShares]).sort(),
  );

/** Authorized and reserved shares from the first day on. A transaction that issues new shares may take them from a reserve. */
async function readLimits(
  balancesOn: (day: CalendarDate) => Promise<readonly RemoteBalance[]>,
  { first, day, journal }: { first: string | undefined; day: string; journal: readonly RemoteTransaction[] },
): Promise<RemoteRegister['limits']> {
  if (first === undefined) return { changes: [], isExact: true };
  const issuing = journal.filter(({ typeCode }) => typeCode !== 'T' && typeCode !== 'R');
  return changesOf(balancesOn, {
    ...{ first, last: day, askedMax: limitDaysMax },
    likely: issuing.flatMap((one) => parseDate(one.effectiveDate) ?? []),
    isSame: (a, b) => limitsText(a) === limitsText(b),
  });
}

const totalsText = (balances: readonly RemoteBalance[]) =>
  JSON.stringify(
    balances
      .map((one) => [
        ...[one.securityID, one.authorizedShares, one.totalIssuedShares, one.totalOutstandingShares],
        ...[one.totalReserveShares, one.totalRestrictedShares, one.totalShareholder],
      ])
      .sort(),
  );
