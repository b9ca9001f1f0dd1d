// Examines an item: everything that refuses, holds or warns before it is posted.

import { createHash } from 'node:crypto';
import type { ItemContent } from '#lib/contract/agent/content';
import type { RejectionReason } from '#lib/contract/agent/values';
import { federalCalendar } from '#lib/format/business-days';
import { formatDate } from '#lib/format/dates';
import { queryPrepared } from '#registry/db/query-prepared';
import type { Entry } from '#registry/ledger/core/entry';
import { LedgerError, type Rule } from '#registry/ledger/core/ledger-error';
import { classActionObstacles } from './class-actions.ts';
import { type Item, readItem } from './item.ts';
import type { Carried, Prepared, Work } from './item-work.ts';
import { kinds } from './kinds/index.ts';
import { holds, type Obstacle, orByReason, refuses, warns } from './obstacle.ts';
import { paperFacts } from './paper-facts.ts';
import { readPossibleDuplicates } from './reads/read-cache.ts';
import { isEnteredLate, localDay, postingDay, receivedDay } from './rules/clock.ts';
import type { Papers } from './rules/facts.ts';
import { paperObstacles } from './rules/papers.ts';
import { stageWords } from './steps.ts';

/** What an examination found. */
export type Examined = {
  prepared: Prepared;
  obstacles: Obstacle[];
  papers: Papers;
  /** The rejected item that is presented again. */
  represented: Item | null;
};

/** Field names of a content for those of ledger errors. */
const fields: Readonly<Record<string, string>> = {
  effectiveOn: 'effectiveDate',
  receivedOn: 'receivedAt',
  holderId: 'lines',
  restriction: 'lines',
  shares: 'lines',
  taxLots: 'lines',
  acquiredOn: 'lines',
  classId: 'securityTypeId',
  subKind: 'purpose',
  issuerId: 'customerIssuerId',
  stopId: 'stopIds',
};

/** The rejection reasons that fit a rule of the ledger. */
const ledgerReasons: Partial<Record<Rule, readonly RejectionReason[]>> = {
  notOutstanding: ['O08'],
  stopped: ['D06', 'O09'],
  unbalanced: ['O10'],
  restrictionDropped: ['O11'],
  nomineeRestricted: ['D05'],
  overIssue: ['O14'],
  authorityMissing: ['O14'],
  treasuryRole: ['O14'],
  dateOrder: ['O14'],
};

/** Finds everything that stands against an item before it is carried out. */
export async function examine(work: Work): Promise<Examined> {
  const { content } = work;
  const { transaction, prepare } = kinds[content.kind];
  const prepared = await prepare(work);
  const papers = { content, facts: await paperFacts(work, prepared) };
  const represented = await representedItem(work);
  const obstacles = [
    ...prepared.obstacles,
    ...(await commonObstacles(work, prepared)),
    ...(await classActionObstacles(work, prepared)),
    ...represented.obstacles,
    ...(transaction === null ? [] : paperObstacles(papers)),
  ];
  return { prepared, obstacles, papers, represented: represented.item };
}

export type Run = { hasRun: true; posted: Carried | null } | { hasRun: false; refusal: Obstacle | null };

/**
 * Carries an item out in the book unless something refuses it. In a trial, its effect is then read from the book.
 * A rule of the ledger that refuses it is the last obstacle; the book must not be written then.
 */
export async function runItem(work: Work, { prepared, obstacles }: Examined): Promise<Run> {
  if (!prepared.run || obstacles.some((one) => one.effect === 'Refuses'))
    return { hasRun: false, refusal: null };
  try {
    return { hasRun: true, posted: await prepared.run(entryOf(work)) };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    const field = fields[error.field] ?? error.field;
    return { hasRun: false, refusal: refuses(error.rule, field, error.message, ledgerReasons[error.rule]) };
  }
}

/** The transaction of an item as the ledger takes it. */
function entryOf({ book, content, item, today, now, actor }: Work): Entry {
  const author = { email: actor.email, firstName: actor.firstName, lastName: actor.lastName };
  return {
    // A trial of a content that is not recorded makes a new transaction in memory.
    txnId: item?.txnId ?? undefined,
    receivedOn: item && item.receivedOn <= today ? item.receivedOn : today,
    effectiveOn: effectiveDay(content, today, book.isTrial),
    completedOn: today,
    processedAt: now,
    presentor: content.presentor?.name ?? '',
    isPresented: !!content.presentor,
    isRoutine: item?.isRoutine ?? false,
    authority: content.authority?.text ?? '',
    comments: content.comments ?? '',
    chargeAmount: content.chargeAmount ?? '0',
    documents: content.documents.map((one) => one.kind).join(', '),
    delivery: content.delivery ?? '',
    createdBy: author,
  };
}

/** In a trial of an item whose day has not come, the effect is that of its day. */
function effectiveDay(content: ItemContent, today: string, isTrial: boolean): string {
  const day = content.effectiveDate ?? today;
  return isTrial && day > today ? today : day;
}

/** Obstacles of every kind of item. */
async function commonObstacles(work: Work, prepared: Prepared): Promise<Obstacle[]> {
  const { book, content, item, today } = work;
  const obstacles: Obstacle[] = [];
  if (book.status === 'Inactive')
    obstacles.push(
      refuses(
        'inactiveIssuer',
        '',
        `${book.issuerName} is inactive; items can only be rejected or canceled.`,
        ['O19'],
      ),
    );
  const postsOn = postingDay(content);
  if (postsOn && postsOn > today) {
    const what = postsOn === content.effectiveDate ? 'Effective' : 'Process date';
    const sentence = `${what} ${formatDate(postsOn)} has not come; once it is ready, it posts by itself on that day.`;
    obstacles.push(
      book.isTrial
        ? warns('effectiveFuture', 'effectiveDate', sentence)
        : refuses('effectiveFuture', 'effectiveDate', sentence),
    );
  }
  obstacles.push(...(await lateEntry(work)));
  obstacles.push(...(await duplicates(work, prepared)));
  obstacles.push(...(await frozenLists(work, prepared)));
  const reference = content.depository?.reference;
  if (reference) {
    const { rows } = await queryPrepared<{ id: bigint }>(
      book.tx,
      `select id from item
        where issuer_id = $1 and depository_reference = $2 and stage = 'Posted' and id <> $3 limit 1`,
      [book.issuerId, reference, item?.id ?? 0n],
    );
    if (rows[0])
      obstacles.push(
        refuses(
          'duplicateReference',
          'depository.reference',
          `Depository reference ${reference} was posted in item ${rows[0].id}.`,
          ['D10'],
        ),
      );
  }
  return obstacles;
}

/** Logged later than the business day after its arrival: the log says why. */
async function lateEntry({ book, content, item, today, timeZone }: Work): Promise<Obstacle[]> {
  const arrived = receivedDay(content.receivedAt, timeZone);
  if (!isEnteredLate(arrived, today, federalCalendar)) return [];
  let entered = today;
  if (item) {
    const { rows } = await queryPrepared<{ at: string }>(
      book.tx,
      'select at from item_step where issuer_id = $1 and item_id = $2 and number = 1',
      [book.issuerId, item.id],
    );
    if (rows[0]) entered = localDay(rows[0].at, timeZone);
    if (!isEnteredLate(arrived, entered, federalCalendar)) return [];
  }
  return [
    orByReason(
      content,
      holds(
        'enteredLate',
        'receivedAt',
        `It arrived on ${formatDate(arrived)} and was entered on ${formatDate(entered)}; enter the reason.`,
      ),
    ),
  ];
}

/** The item that is presented again; only a rejected one can be. */
async function representedItem({
  book,
  content,
}: Work): Promise<{ item: Item | null; obstacles: Obstacle[] }> {
  const id = content.representsItemId;
  if (!id) return { item: null, obstacles: [] };
  const item = await readItem(book.tx, book.issuerId, BigInt(id));
  if (item?.stage === 'Rejected') return { item, obstacles: [] };
  const sentence = `${book.issuerName} has no rejected item ${id}.`;
  return { item: null, obstacles: [refuses('unknownItem', 'representsItemId', sentence)] };
}

/**
 * A digest of presentor, certificates and shares, which duplicates have in common (column `likeness`). Where no certificate is named, the position, the depository's reference
 * and who receives the shares tell items apart.
 */
export function duplicateKey(
  content: ItemContent,
  { certificates, classId, shares, issuedTo }: Prepared,
): string {
  const presentor = content.presentor?.name.trim().toLowerCase();
  if (!presentor || classId === null || shares === null) return '';
  const named = certificates.map((one) => one.id).sort((a, b) => (a < b ? -1 : 1));
  const { sourcePosition, depository } = content;
  const instead = named.length > 0 ? null : [sourcePosition, depository?.reference, issuedTo];
  const parts = [content.kind, content.caseCode, classId, shares, presentor, named, instead];
  return createHash('sha256')
    .update(JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? `${value}` : (value ?? null))))
    .digest('hex');
}

/** Earlier items of the same presentor with the same certificates and shares, open or posted. */
async function duplicates(work: Work, prepared: Prepared): Promise<Obstacle[]> {
  const { content, item } = work;
  const key = duplicateKey(content, prepared);
  if (key === '') return [];
  await readPossibleDuplicates(work, [key]);
  return work.known.duplicates
    .get(key)!
    .filter((row) => item === null || row.id < item.id)
    .slice(0, 5)
    .map((row) =>
      orByReason(
        content,
        holds(
          'duplicateItem',
          '',
          `Item ${row.id} has the same presentor, certificates and shares and is ${stageWords[row.stage]}.`,
          ['O15'],
        ),
      ),
    );
}

/** Lists of a dividend or meeting that are frozen on the effective day or later, and stay as they are. */
async function frozenLists({ book, content, today }: Work, prepared: Prepared): Promise<Obstacle[]> {
  const { classId } = prepared;
  const effective = content.effectiveDate ?? prepared.effectiveOn;
  if (classId === null || !effective || effective >= today) return [];
  const { rows } = await queryPrepared<{ what: string; record_on: string }>(
    book.tx,
    `select 'dividend' as what, record_on from dividend
      where issuer_id = $1 and class_id = $2 and record_on >= $3 and frozen_at is not null
      union all
     select 'meeting', record_on from proxy
      where issuer_id = $1 and class_id = $2 and record_on >= $3 and frozen_at is not null
      order by 2 limit 10`,
    [book.issuerId, classId, effective],
  );
  return rows.map((row) =>
    warns(
      'frozenList',
      'effectiveDate',
      `The ${row.what} list of ${formatDate(row.record_on)} is frozen and stays.`,
    ),
  );
}
