// Writes a large generated issuer into the database by COPY.

import type { Pool, PoolClient } from 'pg';
import { copyRows } from '#lib/postgres/copy-rows';
import { withTransaction } from '#lib/postgres/pool';
import { addAllWords } from '#registry/db/account-words';
import { addAllHoldings } from '#registry/db/holdings';
import { issuerScopedId, takeIds } from '#registry/db/ids';
import { indexKey } from '#registry/ledger/core/accounts';
import { flushUnitOfWork } from '#registry/ledger/core/flush-unit-of-work';
import { tables } from '#registry/ledger/core/tables';
import type { UnitOfWork } from '#registry/ledger/core/unit-of-work';
import { openClassIn, openIssuerBook } from '#registry/ledger/issuers';
import { createPrng } from '../prng.ts';
import {
  accountColumns,
  accountRow,
  classDayColumns,
  classDayRows,
  issuerDayRows,
  markColumns,
  markRows,
} from './count-rows.ts';
import {
  authorityOf,
  certificateColumns,
  certificateRows,
  controlColumns,
  controlRows,
  entryCounts,
  prefixes,
  type Register,
  txnColumns,
  txnRows,
} from './journal-rows.ts';
import type { Ledger } from './ledger.ts';
import { holderRows, registrationAt } from './people.ts';
import { businessDays, firstDay, type LargePlan, splitDay } from './plan.ts';
import { simulate } from './simulate-history.ts';

export type Loaded = { issuerId: bigint; holders: number; certificates: number; transactions: number };

/**
 * Builds a large issuer in one transaction, by COPY. The same plan gives the same books in every database, and
 * a killed load leaves nothing. The rows are those the ledger's verbs would have written (registry:check proves
 * it). Throws when the issuer's id is in use.
 */
export async function loadLarge(
  pool: Pool,
  plan: LargePlan,
  say: (line: string) => void = () => undefined,
): Promise<Loaded> {
  const loaded = await withTransaction(pool, (client) => load(client, plan, say), { retries: 0 });
  say('counting rows for the planner');
  await pool.query(
    'vacuum analyze certificate, account, holder, holder_address, txn, control_entry, class_day, issuer_day, page_mark, holding, account_word',
  );
  return loaded;
}

async function load(client: PoolClient, plan: LargePlan, say: (line: string) => void): Promise<Loaded> {
  const book = await openIssuerBook(client, {
    customerId: plan.issuer,
    name: `Large Register ${plan.issuer} Corp.`,
    kind: 'Large register',
  });
  const days = businessDays();
  say('simulating');
  const ledger = simulate(plan, days, days.indexOf(splitDay), createPrng(`large ${plan.seed}`));
  const { limit, preferred } = authorizedOf(ledger, days.indexOf(splitDay));
  const classIds = await openClasses(book, limit, preferred);
  const register: Register = {
    issuerId: book.issuerId,
    firstHolder: await takeIds(client, 'holder', plan.holders),
    classIds,
    days,
    label: (place) => {
      const { name, name2, name3 } = registrationAt(plan, place);
      return [name, name2, name3].filter(Boolean).join(' ');
    },
  };
  await copyPeople(client, plan, register, ledger, say);
  const { issuerId } = register;
  const report = (what: string, of: number) => (count: number) => say(`${what}: ${count} of ${of}`);
  const transactions = ledger.txns.kind.length;
  await copyRows(client, 'txn', txnColumns, txnRows(ledger, register), report('transactions', transactions));
  const firstEntry = book.counters.get('entry')!;
  await copyRows(client, 'control_entry', controlColumns, controlRows(ledger, register, firstEntry, limit));
  await client.query(
    `insert into authorized_change (issuer_id, class_id, id, effective_on, delta, authority, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[issuerId, classIds[0], issuerScopedId(issuerId, firstEntry + entryCounts(ledger).beforeSplit)],
      ...[splitDay, limit, authorityOf(ledger.txns.kind[ledger.txns.day.indexOf(days.indexOf(splitDay))]!)],
      `${splitDay}T15:00:00Z`,
    ],
  );
  await copyRows(
    client,
    'certificate',
    certificateColumns,
    certificateRows(ledger, register),
    report('certificates', ledger.certificates),
  );
  await copyRows(client, 'class_day', classDayColumns, classDayRows(ledger, register));
  await copyRows(
    client,
    'issuer_day',
    ['issuer_id', 'day', 'holders_delta', 'positions_delta'],
    issuerDayRows(ledger, register),
  );
  await client.query(addAllHoldings, [issuerId]);
  await client.query('update security_class set action_on = $3 where issuer_id = $1 and id = $2', [
    issuerId,
    classIds[0],
    splitDay,
  ]);
  await client.query(
    `update security_class k set unissued =
       (select sum(delta) from authorized_change where issuer_id = $1 and class_id = k.id)
       - (select coalesce(sum(outstanding_delta + treasury_delta), 0)
            from class_day where issuer_id = $1 and class_id = k.id)
      where k.issuer_id = $1`,
    [issuerId],
  );
  await writeNumbers(book, ledger, classIds, firstEntry);
  return { issuerId, holders: plan.holders, certificates: ledger.certificates, transactions };
}

/** Shares authorized before the split, which doubles them: one and a half times the maximum needed. */
function authorizedOf(ledger: Ledger, splitAt: number): { limit: bigint; preferred: bigint } {
  const [common, series] = ledger.days;
  let issued = 0;
  let before = 0;
  let other = 0;
  for (let day = 0; day < common!.outstanding.length; day += 1) {
    issued += common!.outstanding[day]! + common!.treasury[day]!;
    other += series!.outstanding[day]!;
    if (day < splitAt) before = issued;
  }
  const rounded = (shares: number) => BigInt(Math.ceil((shares * 1.5) / 1_000_000)) * 1_000_000n;
  return { limit: rounded(Math.max(before, issued / 2)), preferred: rounded(other) };
}

async function openClasses(book: UnitOfWork, limit: bigint, preferred: bigint): Promise<[bigint, bigint]> {
  const common = {
    issuerId: book.issuerId,
    openedOn: firstDay,
    authority: 'Certificate of incorporation',
    recordedAt: `${firstDay}T14:00:00Z`,
  };
  const first = await openClassIn(book, {
    ...common,
    ...{
      code: 'C',
      name: 'Common Stock',
      authorized: limit,
      isDrsEligible: true,
      paperPrefix: prefixes[0][1],
    },
  });
  const second = await openClassIn(book, {
    ...common,
    ...{
      code: 'P',
      series: 'A',
      name: 'Series A Preferred',
      authorized: preferred,
      paperPrefix: prefixes[1][1],
    },
    votesPerShare: 0,
  });
  await flushUnitOfWork(book);
  return [first, second];
}

async function copyPeople(
  client: PoolClient,
  plan: LargePlan,
  register: Register,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<void> {
  const keys: string[] = [];
  const report = (what: string) => (count: number) => say(`${what}: ${count} of ${plan.holders}`);
  function* each<T>(row: (place: number) => T): Generator<T> {
    for (let place = 0; place < plan.holders; place += 1) yield row(place);
  }
  const rowOf = (place: number) =>
    holderRows(register.firstHolder + BigInt(place), registrationAt(plan, place));
  const holder = Object.keys(tables.holder);
  const address = Object.keys(tables.holder_address);
  const values = (row: object, columns: string[]) =>
    columns.map((column) => (row as Record<string, string | bigint | boolean | undefined>)[column]);
  await copyRows(
    client,
    'holder',
    holder,
    each((place) => values(rowOf(place).holder, holder)),
    report('holders'),
  );
  await copyRows(
    client,
    'holder_address',
    address,
    each((place) => values(rowOf(place).address, address)),
  );
  const account = (place: number) => {
    const one = registrationAt(plan, place);
    keys.push(indexKey(one.sortName));
    return accountRow(register, place, one);
  };
  await copyRows(client, 'account', accountColumns, each(account), report('accounts'));
  await copyRows(client, 'page_mark', markColumns, markRows(ledger, register, keys));
  await client.query(addAllWords, [register.issuerId]);
}

/** The issuer's counters, so that the verbs continue numbering after the generated history. */
async function writeNumbers(
  book: UnitOfWork,
  ledger: Ledger,
  classIds: readonly [bigint, bigint],
  firstEntry: bigint,
): Promise<void> {
  const set = (kind: string, next: bigint) => {
    book.counters.set(kind, next);
    book.changedCounters.add(kind);
  };
  set('txn', BigInt(ledger.txns.kind.length + 1));
  set('certificate', BigInt(ledger.certificates + 1));
  set('entry', firstEntry + entryCounts(ledger).all);
  ledger.numbers.forEach((numbers, ofClass) => {
    numbers.forEach((last, series) => {
      if (last > 0) set(`number ${classIds[ofClass]} ${prefixes[ofClass]![series]}`, BigInt(last + 1));
    });
  });
  await flushUnitOfWork(book);
}
