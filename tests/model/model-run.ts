// State of one run of the model tests: two issuers in the registry, and the model of them.

import type { Pool, PoolClient } from 'pg';
import { withTransaction } from '#lib/postgres/pool';
import { openReserveIn } from '#registry/ledger/capital';
import { addAccount } from '#registry/ledger/core/accounts';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { LedgerError } from '#registry/ledger/core/ledger-error';
import { registerHolders } from '#registry/ledger/holders/holders';
import { openClassIn, openIssuerBook } from '#registry/ledger/issuers';
import type { RegisterMemory } from '#registry/queries/memory';
import { addresses, classes, holidays, openedOn, type Person, people, treasury } from './fixtures.ts';
import { type Model, Rejected, type Row, type Some, undoing } from './list.ts';
import { note } from './naive/register.ts';

const firstDay = '2024-01-02';
export const agent = 'Model Registry & Transfer LLC';

/** One run: two issuers of its own in a shared database, and the model's state of them. */
export type ModelRun = {
  pool: Pool;
  /** Pipelined, for the handlers that write. */
  writers: Pool;
  memory: RegisterMemory;
  model: Model;
  today: string;
  tick: number;
  /** The day whose evening has come: in UTC the next day has begun, but its postings belong to this day. */
  evening: string;
  /** What was done, for the reader of a failure. */
  log: string[];
};

/** The registry and the model differ. */
export class Divergence extends Error {}

/** Uses up the numbers of a step one by one; 0 always means the simplest choice, as shrinking needs. */
export function chooser(numbers: readonly number[]) {
  let at = 0;
  const next = () => numbers[at++ % numbers.length]!;
  return {
    below: (limit: number) => next() % limit,
    one: <T>(list: readonly T[]): T => list[next() % list.length]!,
    /** True once in so many times. */
    rarely: (often: number) => next() % often === often - 1,
  };
}
export type Chooser = ReturnType<typeof chooser>;

/** The model's response, or the status it refuses with; a rejection leaves the model unchanged. */
export function outcome<T>(
  model: Model,
  rule: () => T,
): { own: T; status: 200 } | { own?: undefined; status: number } {
  const undo = undoing(model);
  try {
    return { own: rule(), status: 200 };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    undo();
    return { status: Number(error.message) };
  }
}

/**
 * Applies a rule of the model and a ledger function, in its own transaction, and checks that they agree;
 * returns both results, or nothing if both refused.
 */
export async function agreed<T, U>(
  run: ModelRun,
  name: string,
  rule: () => T,
  work: (tx: PoolClient) => Promise<U>,
): Promise<{ mine: T; theirs: U } | undefined> {
  const { own, status } = outcome(run.model, rule);
  const isAllowed = status === 200;
  run.log.push(`${run.today} ${name}${isAllowed ? '' : ', to be refused'}`);
  try {
    const theirs = await withTransaction(run.pool, work);
    if (!isAllowed) throw new Divergence(`${name} should have been refused`);
    return { mine: own as T, theirs };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    if (isAllowed) throw new Divergence(`${name} was refused (${error.rule}): ${error.message}`);
    return undefined;
  }
}

const noTax = { number: '', type: '', payee: '' };
/** Registers holders; keys are unique in the database. */
export async function register(tx: PoolClient, list: readonly Person[], prefix: string): Promise<Row[]> {
  const made = list.map(([lines, sortName, accountType, isNominee = false], at) => {
    const [name = '', name2 = '', name3 = ''] = lines;
    const tax =
      at % 3 === 0 ? noTax : { number: `90001000${at % 10}`, type: 'SSN', payee: at % 2 ? 'PAYEE' : '' };
    const tax2 = at % 4 === 1 ? { number: '001234567', type: 'EIN', payee: '' } : noTax;
    const lost = at === 1 ? '2021-03-01' : at === 3 ? '2024-06-30' : '';
    const places = {
      primaryAddress: addresses[at % 3]!,
      mailingAddress: at % 4 === 2 ? addresses[1]! : null,
    };
    const taxes = {
      ...{ primaryTaxId: tax.number, primaryTaxIdType: tax.type, primaryPayeeName: tax.payee },
      ...{ secondaryTaxId: tax2.number, secondaryTaxIdType: tax2.type, secondaryPayeeName: tax2.payee },
    };
    const facts = { name, name2, name3, sortName, accountType, isNominee, lost, isOwn: false };
    const row: Some = { ...facts, customerShareholderId: `${prefix}-${at}`, ...places, ...taxes };
    const input = {
      ...{ name, name2, name3, sortName, accountType, isNominee, customerId: `${prefix}-${at}` },
      ...{ isCertified: true, accessCode: 'AAAA-0000', lostSince: lost || undefined },
      primaryTax: tax.number ? { ...tax, type: 'SSN' as const } : undefined,
      secondaryTax: tax2.number ? { ...tax2, type: 'EIN' as const } : undefined,
      primary: places.primaryAddress as never,
      mailing: (places.mailingAddress ?? undefined) as never,
      recordedAt: `${openedOn}T10:00:00Z`,
    };
    return { row, input };
  });
  const ids = await registerHolders(
    tx,
    made.map((one) => one.input),
  );
  return made.map(({ row }, at) => ({ ...row, id: ids[at]! }) as Row);
}

/** The ledger's input for a class; no limit is written as 0. */
export function classInput(cls: Some, authorized: bigint) {
  const {
    code,
    series,
    name = '',
    description = '',
    cusip = '',
    isDollar,
    isPlan,
    paper = '',
    book = '',
  } = cls;
  const { opened = '', issuer } = cls;
  return {
    ...{ issuerId: issuer!.id, name, description, cusip, isDollar, hasPlan: isPlan },
    ...{ code: code as 'C', series: series as 'A', parValue: cls.par === null ? null : `${cls.par}` },
    ...{
      authorized: authorized || undefined,
      isDrsEligible: cls.isDrs,
      paperPrefix: paper,
      bookPrefix: book,
    },
    ...{ openedOn: opened, authority: 'Charter', recordedAt: `${opened}T10:00:00Z` },
  };
}

/** A class with its limit, if it has one, in the model. */
export function openInModel(model: Model, cls: Row, authorized: bigint): void {
  note(model, 'classes', cls);
  if (authorized > 0n)
    note(model, 'postings', {
      ...{ issuer: cls.issuer, kind: 'authorized', cls },
      ...{ day: cls.opened, shares: authorized },
    } as Row);
}

let runCount = 0;

export async function openModelRun(pool: Pool, writers: Pool, memory: RegisterMemory): Promise<ModelRun> {
  runCount += 1;
  const number = runCount;
  const model: Model = {
    ...{
      agent,
      holidays,
      keys: [],
      issuers: [],
      classes: [],
      holders: [],
      accounts: [],
      papers: [],
      txns: [],
    },
    ...{ postings: [], stops: [], proxies: [], dividends: [], differences: [], prices: [] },
    ...{ escheats: [], members: [], items: [], mails: [], searches: [] },
  };
  await withTransaction(pool, async (tx) => {
    model.holders = await register(tx, people, `W${number}`);
    for (const [place, list] of classes.entries()) {
      const customerIssuerId = BigInt(number * 10 + place);
      const primaryAddress = addresses[place]!;
      const name = `Model ${customerIssuerId}`;
      const address = primaryAddress as Record<'address1', string>;
      const book = await openIssuerBook(tx, {
        ...address,
        customerId: customerIssuerId,
        name,
        kind: 'test',
      } as never);
      const issuer = { id: book.issuerId, customerIssuerId, name, status: 'Active', primaryAddress } as Row;
      model.issuers.push(issuer);
      for (const { authorized, ...facts } of list) {
        const cls = { ...facts, issuer, action: facts.opened } as Row;
        cls.id = await openClassIn(book, classInput(cls, authorized));
        openInModel(model, cls, authorized);
      }
      const cls = model.classes.at(-list.length)!;
      if (place === 0) {
        const plan = {
          issuerId: issuer.id,
          classId: cls.id,
          name: 'Plan',
          kind: 'Plan' as const,
          shares: 9_000n,
        };
        const stamp = { effectiveOn: openedOn, authority: 'Board', recordedAt: `${openedOn}T10:00:00Z` };
        const reserve = { id: await openReserveIn(book, { ...plan, ...stamp }), cls, name: plan.name } as Row;
        note(model, 'postings', {
          kind: 'reserved',
          issuer,
          cls,
          reserve,
          day: openedOn,
          shares: plan.shares,
        } as Row);
      }
      // Two of the registrations have no account at the second issuer.
      for (const [at, holder] of model.holders.entries()) {
        if (place === 1 && (at === 2 || at === 3)) continue;
        const isTreasury = at === treasury;
        const role = isTreasury ? ('treasury' as const) : ('holder' as const);
        addAccount(book, { issuerId: issuer.id, holderId: holder.id, role, openedOn }, holder);
        note(model, 'accounts', { issuer, holder, isTreasury } as Row);
      }
      await flushUnitOfWork(book);
    }
  });
  return { pool, writers, memory, model, today: firstDay, tick: 0, evening: '', log: [] };
}
