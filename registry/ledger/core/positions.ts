/**
 * The nominee's position of a class: one numbered book entry that deposits and withdrawals move. A movement cancels the
 * position's row and issues the next one under the same number, so that balances at any date are sums of rows as for
 * every certificate; what the journal shows is the movement.
 */
import { queryPrepared } from '#registry/db/query-prepared';
import { activeStops, loadStops, stoppedOn } from '../stops.ts';
import { never, readCertificates, sumShares } from './certificates.ts';
import type { NewCertificate, Posting } from './posting.ts';
import type { Certificate, PositionRow } from './types.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Prefix of a nominee's book entries. */
export const nomineePrefix = 'FB';

/** What is issued: the certificate, the row of a position it replaces, and the requested certificates it is made of. */
export type ToIssue = { requested: NewCertificate; position: Certificate | null; of: NewCertificate[] };

/** Entries read at once. A nominee has one or a few of a class; books kept otherwise before may have more. */
const entriesMax = 1000;

/** Transactions that move positions; a split or stock dividend issues a book entry for each certificate. */
const movingKinds = 'NTCR';

/** A book entry that can be a nominee's position, if its holder is one. */
export const isNomineeEntry = (one: Pick<Certificate, 'form' | 'prefix' | 'restriction'>): boolean =>
  one.form === 'BookEntry' && one.prefix === nomineePrefix && one.restriction === 'N';

const keyOf = ({ classId, holderId }: Pick<Certificate, 'classId' | 'holderId'>) => `${classId} ${holderId}`;

export function keepNomineeEntry(book: UnitOfWork, one: Certificate): void {
  const key = keyOf(one);
  const known = book.nomineeEntries.get(key);
  if (known) known.add(one);
  else book.nomineeEntries.set(key, new Set([one]));
}

/**
 * The certificates to cancel and to issue, where what a nominee is issued joins its position of the class. A transfer
 * also takes in the nominee's other book entries of the class, such as those of a split, so that one position is left.
 */
export async function withPositions(
  book: UnitOfWork,
  { kind, cancel, issue, entry, keepsApart }: Posting,
): Promise<{ cancel: Certificate[]; issue: ToIssue[] }> {
  const apart = (requested: NewCertificate): ToIssue => ({ requested, position: null, of: [requested] });
  const isMoving = movingKinds.includes(kind) && !keepsApart;
  // Tax lots that an issuance gives are kept with what it issues.
  const hasOwnLots = (one: NewCertificate) => kind === 'N' && !!one.lots?.length;
  const joins = isMoving ? issue.filter((one) => canJoin(book, one) && !hasOwnLots(one)) : [];
  const canceled = [...cancel];
  const toIssue = issue.filter((one) => !joins.includes(one)).map(apart);
  for (const of of Map.groupBy(joins, keyOf).values()) {
    const [position, ...others] = await entriesFor(book, of[0]!, cancel, entry.effectiveOn);
    const takenIn = kind === 'T' && !keepsApart ? others.filter((one) => !cancel.includes(one)) : [];
    const isSurrendered = position !== undefined && cancel.includes(position);
    const added = sumShares([...of, ...takenIn]);
    const after = position && !isSurrendered ? position.shares + added : added;
    if (!position || after === position.shares || of.some(({ legend = '' }) => legend !== position.legend)) {
      toIssue.push(...of.map(apart));
      continue;
    }
    canceled.push(...(isSurrendered ? [] : [position]), ...takenIn);
    const { classId, holderId, prefix, legend, acquiredOn, customerId } = position;
    const requested = { classId, holderId, prefix, legend, acquiredOn, customerId, shares: after };
    toIssue.push({ requested: { ...requested, form: 'BookEntry', restriction: 'N' }, position, of });
  }
  const place = (one: ToIssue) => issue.indexOf(one.of[0]!);
  return { cancel: canceled, issue: toIssue.sort((a, b) => place(a) - place(b)) };
}

/** A book entry for a nominee without a number or an id of its own. */
function canJoin(
  book: UnitOfWork,
  { holderId, form, prefix, restriction, customerId, shares }: NewCertificate,
) {
  return (
    book.accounts.get(holderId)?.isNominee === true &&
    (form ?? 'BookEntry') === 'BookEntry' &&
    (prefix ?? nomineePrefix) === nomineePrefix &&
    restriction === 'N' &&
    (customerId ?? null) === null &&
    shares > 0n
  );
}

/**
 * The book entries of a nominee that can move on a day: its position or, where no movement was made yet, the one that
 * becomes it (one that is surrendered, else the largest), then the others. None where the position itself cannot move,
 * because it moved after the day or has a stop.
 */
async function entriesFor(
  book: UnitOfWork,
  of: NewCertificate,
  cancel: readonly Certificate[],
  day: string,
): Promise<Certificate[]> {
  await readEntries(book, of);
  const surrendered = cancel.filter((one) => isNomineeEntry(one) && keyOf(one) === keyOf(of));
  const known = book.nomineeEntries.get(keyOf(of)) ?? new Set();
  for (const one of known) if (one.canceledOn !== never) known.delete(one);
  const open = [...new Set([...known, ...surrendered])].filter((one) => one.canceledOn === never);
  await loadStops(
    book,
    open.map((one) => one.id),
  );
  const isMovable = (one: Certificate) =>
    one.issuedOn <= day &&
    (cancel.includes(one) || (activeStops(book, one.id).length === 0 && !stoppedOn(book, one.id, day)));
  if (open.some((one) => one.position !== null && !isMovable(one))) return [];
  const rank = (one: Certificate) => (one.position ? 0 : cancel.includes(one) ? 1 : 2);
  return open
    .filter(isMovable)
    .sort((a, b) => rank(a) - rank(b) || compare(b.shares, a.shares) || compare(a.id, b.id));
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);

async function readEntries(book: UnitOfWork, { classId, holderId }: NewCertificate): Promise<void> {
  const key = keyOf({ classId, holderId });
  if (book.isNew || book.nomineeEntriesRead.has(key)) return;
  book.nomineeEntriesRead.add(key);
  const { rows } = await queryPrepared<{ id: bigint }>(
    book.tx,
    `select id from certificate
      where issuer_id = $1 and holder_id = $2 and class_id = $3 and canceled_on = '9999-12-31' and form = 'BookEntry'
        and prefix = $4 and restriction = 'N' and not is_treasury
      order by position_id is null, shares desc, id limit $5`,
    [book.issuerId, holderId, classId, nomineePrefix, entriesMax],
  );
  const ids = rows.map((row) => row.id);
  await readCertificates(book, ids);
  for (const id of ids) keepNomineeEntry(book, book.certificates.get(id)!);
}

/** The next row of a position; the row it replaces is marked, and becomes the first row where it was none yet. */
export function replacePosition(replaced: Certificate, shares: bigint): PositionRow {
  const { id, movement } = replaced.position ?? { id: replaced.id, movement: 0 };
  replaced.position = { id, movement, moved: replaced.position?.moved ?? replaced.shares, isReplaced: true };
  return { id, movement: movement + 1, moved: shares - replaced.shares, isReplaced: false };
}

/** The id under which a certificate or a position is known: a position keeps that of its first row. */
export const lastingId = ({ id, position }: Pick<Certificate, 'id' | 'position'>): bigint =>
  position?.id ?? id;

/**
 * What a transaction moved: its certificates, and of a position only the shares moved. Copies; the rows of the book have
 * all shares of the position.
 */
export function movedSides(
  canceled: readonly Certificate[],
  issued: readonly Certificate[],
): { canceled: Certificate[]; issued: Certificate[] } {
  const moved = issued.map((one) => ({ ...one, shares: one.position?.moved ?? one.shares }));
  return {
    canceled: [
      ...canceled.filter((one) => !one.position?.isReplaced),
      ...moved.filter((one) => one.shares < 0n).map((one) => ({ ...one, shares: -one.shares })),
    ],
    issued: moved.filter((one) => one.shares > 0n),
  };
}

/** The open row of a position, or its last one when it has ended. */
export async function lastRowOf(book: UnitOfWork, positionId: bigint): Promise<Certificate> {
  if (!book.isNew) {
    const { rows } = await queryPrepared<{ id: bigint }>(
      book.tx,
      `select l.id from certificate f join certificate l on l.issuer_id = f.issuer_id and l.class_id = f.class_id
          and l.prefix = f.prefix and l.number = f.number
        where f.issuer_id = $1 and f.id = $2 order by l.movement desc limit 1`,
      [book.issuerId, positionId],
    );
    await readCertificates(
      book,
      rows.map((row) => row.id),
    );
  }
  return [...book.certificates.values()]
    .filter((one) => one.position?.id === positionId)
    .reduce((last, one) => (one.position!.movement > last.position!.movement ? one : last));
}
