// Reads every figure that the proof of an issuer's books compares.

import { addBusinessDays } from '#lib/format/business-days';
import { addDays, type CalendarDate } from '#lib/format/dates';
import type { ClassFacts, ProofFacts } from '#lib/proof/proof-facts';
import type { Db } from '#registry/db/session';
import { classesOf, type SecurityClass } from '../classes.ts';
import { depositoryFacts } from '../depository/facts.ts';
import { countJournal, transactionNumber } from '../journal.ts';
import type { RegisterMemory } from '../memory.ts';
import { ownershipSums } from '../ownership.ts';
import { controlBalances, noControl } from '../reports/control-balances.ts';
import { openDifferences } from '../reports/open-differences.ts';
import { reservesAt } from '../reserves.ts';
import { statusPage } from '../status-list.ts';
import { noTotals, registerTotals } from '../totals.ts';
import {
  authorizedChanges,
  certificateFigures,
  dayTotalFigures,
  differingSince,
  entryFigures,
  journalFigures,
  noFigures,
} from './class-facts.ts';
import { authorizedUnposted, recordDateLists } from './event-facts.ts';
import { planFigures } from './plan-figures.ts';

/** Business days from the day an item takes effect until it has to be posted, and until it is reported as late. */
const daysToPost = 5;
const daysToReport = 5;
/** Calendar days after payment within which a plan buys the shares for what was reinvested. */
const daysToInvest = 10;

type Question = {
  issuer: { id: bigint; version: bigint };
  /** The close of this day. */
  day: CalendarDate;
  today: CalendarDate;
  memory: RegisterMemory;
};

/**
 * What a verdict of proof is made from: each figure by every source that holds it. `db` must be inside a snapshot, so
 * that no source is newer than another.
 */
export async function proofFacts(db: Db, { issuer, day, today, memory }: Question): Promise<ProofFacts> {
  const { id } = issuer;
  const classes = await classesOf(db, id, day);
  const nameOf = (classId: bigint) => classes.find((one) => one.id === classId)?.name ?? `Class ${classId}`;
  const ofClass = await classReader(db, { issuer, day, today, memory }, classes);
  const differences = await openDifferences(db, id, day);
  const lists = await recordDateLists(db, id, day);
  // What was pending on a past day is not stored.
  const pending = day < today ? [] : await authorizedUnposted(db, id, day);
  const plans = day < today ? [] : await planFigures(db, id, addDays(day, -daysToInvest));
  // So are the statuses of a past day.
  const transactions = day < today ? null : await completedTransactions(db, { issuer, day, memory });
  return {
    date: day,
    transactions,
    classes: classes.map(ofClass),
    differences: differences.map((row) => ({
      className: nameOf(row.class_id),
      openedOn: row.opened_on,
      existedSince: row.existed_since,
      shares: row.shares,
      cause: row.cause,
      isByPriorAgent: row.by_prior_agent,
    })),
    lists: lists.map((row) => ({
      kind: row.kind,
      title: row.title,
      className: nameOf(row.class_id),
      recordDate: row.record_on,
      recordedShares: row.recorded,
      registerShares: row.register,
      holdersDiffering: row.holders_differing,
      stated: row.stated,
      paid: row.paid,
      settled: row.settled,
      statedShares: row.stated_shares,
    })),
    plans: plans.map((row) => ({
      className: nameOf(row.class_id),
      reinvested: row.reinvested,
      invested: row.invested,
      cash: row.cash,
      awaited: row.awaited,
      membersDiffering: row.members_differing,
    })),
    unposted: pending
      .map((row) => ({
        number: transactionNumber(row).toString(),
        effectiveDate: row.effective_on,
        dueDate: addBusinessDays(row.effective_on, daysToPost),
      }))
      .filter(({ dueDate }) => addBusinessDays(dueDate, daysToReport) < day),
    depository: await depositoryFacts(db, id, day, nameOf),
  };
}

/** The number of completed transactions by the two operations of the interface that list them. */
async function completedTransactions(
  db: Db,
  { issuer, day, memory }: Pick<Question, 'issuer' | 'day' | 'memory'>,
): Promise<ProofFacts['transactions']> {
  const journal = await countJournal(db, {
    ...{ issuerIds: [issuer.id], dateBy: 'EffectiveDate', from: '0001-01-01', to: day },
    ...{ kind: '', timeZone: 'UTC' },
  });
  const all = { kind: '', sortBy: 'TransactionId', descending: false, start: 0, rows: 0 } as const;
  const { total } = await statusPage(db, memory, { ...all, issuers: [issuer], status: 'Completed' });
  return { journal: BigInt(journal), listed: total };
}

async function classReader(
  db: Db,
  { issuer, day, memory }: Question,
  classes: readonly SecurityClass[],
): Promise<(one: SecurityClass) => ClassFacts> {
  const { id } = issuer;
  const certificates = await certificateFigures(db, id, day);
  const dayTotals = await dayTotalFigures(db, id, day);
  const since = await differingSince(db, id, day);
  const journal = await journalFigures(db, id, day);
  const entries = await entryFigures(db, id, day);
  const book = await controlBalances(db, id, day);
  const authorized = await authorizedChanges(db, id, day);
  const totals = await registerTotals(db, memory, issuer, day);
  const owned = await ownershipSums(
    db,
    id,
    day,
    classes.map((one) => one.id),
  );
  const reserves = await reservesAt(db, id, day);
  return (one) => {
    const answered = totals.byClass.get(one.id) ?? noTotals;
    const moved = journal.get(one.id);
    const posted = entries.get(one.id);
    return {
      className: one.name,
      isUnlimited: one.isUnlimited,
      certificates: certificates.get(one.id) ?? noFigures,
      dayTotals: dayTotals.get(one.id) ?? noFigures,
      controlBook: book.get(one.id) ?? noControl,
      changes: { authorized: authorized.get(one.id)?.authorized ?? 0n, reserved: one.reserved },
      answers: {
        authorized: one.authorized,
        issued: answered.outstanding + answered.treasury,
        outstanding: answered.outstanding,
        restricted: answered.restricted,
        reserved: one.reserved,
        holders: answered.holders,
        ownedShares: owned.get(one.id)?.shares ?? 0n,
        ownedHolders: owned.get(one.id)?.holders ?? 0n,
        dilutedReserves: reserves
          .filter(({ classId }) => classId === one.id)
          .reduce((sum, { shares }) => sum + shares, 0n),
      },
      journal: {
        issued: moved?.issued ?? 0n,
        outstanding: moved?.outstanding ?? 0n,
        holdersDiffering: moved?.holders_differing ?? 0n,
        sharesDiffering: moved?.shares_differing ?? 0n,
        unbalancedTransactions: posted?.unbalanced ?? 0n,
      },
      entries: {
        differing: posted?.differing ?? 0n,
        sharesDiffering: posted?.shares_differing ?? 0n,
        firstDate: posted?.first_date ?? null,
      },
      registerDiffersSince: since.get(one.id)?.register ?? null,
      bookDiffersSince: since.get(one.id)?.book ?? null,
    };
  };
}
